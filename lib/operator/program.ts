import { Command, CommanderError } from 'commander';
import type { AddVerbs } from './add-verbs';
import { describeError } from './describe-error';
import { OperatorError } from './operator-error';
import type { OperatorIo } from './operator-io';

interface Noun {
  name: string;
  summary: string;
  load: () => Promise<AddVerbs>;
}

/** Nouns. The module of each, and the domain behind it, is only loaded when a command line names it. */
const NOUNS: Noun[] = [
  {
    name: 'account',
    summary: 'tenants of the service, their settings and limits',
    load: async () => (await import('./commands/account')).addAccountVerbs,
  },
  {
    name: 'credits',
    summary: 'balances of an account',
    load: async () => (await import('./commands/credits')).addCreditsVerbs,
  },
  {
    name: 'key',
    summary: 'API keys of an account',
    load: async () => (await import('./commands/key')).addKeyVerbs,
  },
  {
    name: 'user',
    summary: 'users of the console, their roles in accounts and sessions',
    load: async () => (await import('./commands/user')).addUserVerbs,
  },
  {
    name: 'number',
    summary: 'sender numbers of an account',
    load: async () => (await import('./commands/number')).addNumberVerbs,
  },
  {
    name: 'sender',
    summary: 'names for several numbers, pools and sender ids of an account',
    load: async () => (await import('./commands/sender')).addSenderVerbs,
  },
  {
    name: 'group',
    summary: 'groups that contacts opt in to',
    load: async () => (await import('./commands/group')).addGroupVerbs,
  },
  {
    name: 'field',
    summary: 'custom fields of contacts',
    load: async () => (await import('./commands/field')).addFieldVerbs,
  },
  {
    name: 'contact',
    summary: 'contacts, their consent and its log',
    load: async () => (await import('./commands/contact')).addContactVerbs,
  },
  {
    name: 'segment',
    summary: 'stored audiences, and how many are in one',
    load: async () => (await import('./commands/segment')).addSegmentVerbs,
  },
  {
    name: 'campaign',
    summary: 'texts for an audience at its time, and their outcome',
    load: async () => (await import('./commands/campaign')).addCampaignVerbs,
  },
  {
    name: 'automation',
    summary: 'texts to one person at a time, begun by something about them',
    load: async () => (await import('./commands/automation')).addAutomationVerbs,
  },
  {
    name: 'link',
    summary: 'short links for {{trackingLink}}',
    load: async () => (await import('./commands/link')).addLinkVerbs,
  },
  {
    name: 'form',
    summary: 'public pages on which people ask for texts',
    load: async () => (await import('./commands/form')).addFormVerbs,
  },
  {
    name: 'job',
    summary: 'broadcasts and batches',
    load: async () => (await import('./commands/job')).addJobVerbs,
  },
  {
    name: 'message',
    summary: 'what happened to a single text, or to one of a job',
    load: async () => (await import('./commands/message')).addMessageVerbs,
  },
  {
    name: 'webhook',
    summary: 'addresses that events are sent to, and what did not arrive',
    load: async () => (await import('./commands/webhook')).addWebhookVerbs,
  },
  {
    name: 'audit',
    summary: 'who changed what of an account, and above accounts',
    load: async () => (await import('./commands/audit')).addAuditVerbs,
  },
  {
    name: 'doctor',
    summary: 'what keeps texts from going out: the AWS account behind a deployed stack',
    load: async () => (await import('./commands/doctor')).addDoctorVerbs,
  },
  {
    name: 'registration',
    summary: 'registrations of numbers at AWS: what it says of them, drafts, and handing them in',
    load: async () => (await import('./commands/registration')).addRegistrationVerbs,
  },
  {
    name: 'dlq',
    summary: 'messages that were set aside after they had failed again and again',
    load: async () => (await import('./commands/dlq')).addDeadLetterVerbs,
  },
  {
    name: 'region',
    summary: 'which of two regions is active, and taking over from the other one',
    load: async () => (await import('./commands/region')).addRegionVerbs,
  },
];

/** Verbs without a noun: what they are about, their options say. */
const VERBS = ['pause', 'resume'];

/**
 * Runs one command line.
 *
 * @param argv without program and script, such as `['account', 'list', '--json']`
 * @returns the exit code
 */
export async function runOperator(argv: string[], io: OperatorIo): Promise<number> {
  try {
    refuseUnknownNoun(argv);
    const program = await createProgram(io, (noun) => argv.includes(noun));
    refuseUnknownVerb(argv, program);
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own errors already.
    if (error instanceof CommanderError) return error.exitCode;
    io.writeError(`${describeError(error)}\n`);
    return 1;
  }
}

/** Refuses an unknown noun. Commander would answer `--help` for any noun or verb. */
function refuseUnknownNoun(argv: string[]): void {
  const [noun] = argv[0] === 'help' ? argv.slice(1) : argv;
  const known = [...NOUNS.map(({ name }) => name), ...VERBS];
  if (noun === undefined || noun.startsWith('-') || known.includes(noun)) return;
  throw new OperatorError(`There is no noun ${noun}: expected one of ${known.join(', ')}.`);
}

function refuseUnknownVerb(argv: string[], program: Command): void {
  const [name, verb] = argv[0] === 'help' ? argv.slice(1) : argv;
  const noun = program.commands.find((command) => command.name() === name);
  if (
    noun === undefined ||
    VERBS.includes(noun.name()) ||
    verb === undefined ||
    verb.startsWith('-') ||
    verb === 'help'
  )
    return;
  const verbs = noun.commands.map((command) => command.name());
  if (verbs.includes(verb)) return;
  throw new OperatorError(`There is no verb ${noun.name()} ${verb}: expected one of ${verbs.join(', ')}.`);
}

/** Creates the program, with the verbs of the wanted nouns. */
export async function createProgram(io: OperatorIo, isWanted: (noun: string) => boolean): Promise<Command> {
  const program = new Command('operator')
    .description(
      'Operates the messaging service: the local one that runs with DATA_DIR (.local), or with --stack NAME a deployed one.',
    )
    .usage('<noun> <verb> [options]')
    .exitOverride()
    .configureOutput({ writeOut: io.writeOut, writeErr: io.writeError });
  for (const noun of NOUNS) {
    const command = program.command(noun.name).description(noun.summary).usage('<verb> [options]');
    if (isWanted(noun.name)) (await noun.load())(command, io);
  }
  (await import('./commands/pause')).addPauseVerbs(program, io);
  return program;
}
