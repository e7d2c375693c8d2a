import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import type { CustomFieldSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { audienceOfSegment } from '../../../shared/audience/segments/segment';
import { findSegmentOrThrow } from '../../../shared/audience/segments/segment-store';
import type {
  AutomationDraft,
  CampaignDraft,
  PinpointDraft,
} from '../../../shared/automations/pinpoint/pinpoint-draft';
import {
  type PinpointOptions,
  PURPOSES,
  type SegmentChoice,
} from '../../../shared/automations/pinpoint/pinpoint-options';
import { readPinpoint } from '../../../shared/automations/pinpoint/read-pinpoint';
import { createAutomation } from '../../../shared/automations/plan/change-automation';
import { readPlan } from '../../../shared/automations/plan/check-automation';
import { readTimeOfDay } from '../../../shared/calendar/time-of-day';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import { submitCampaign } from '../../../shared/campaigns/plan/submit-campaign';
import validateAutomation from '../../../shared/platform/validation/generated/automation';
import validateCampaign from '../../../shared/platform/validation/generated/campaign';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import { OperatorError } from '../operator-error';
import type { OperatorIo } from '../operator-io';
import { checked, parseFrom, parseName } from '../option-types';
import { actorOf } from '../owner';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireOpenAccount, withAccount } from '../verb';

type Pairs = Record<string, string>;

interface ImportOptions {
  account: string;
  format: 'pinpoint';
  file: string;
  name?: string;
  from?: string;
  purpose?: (typeof PURPOSES)[number];
  segment?: Pairs;
  template?: Pairs;
  text?: Pairs;
  map?: Pairs;
  path?: Pairs;
  at?: string;
  dryRun?: true;
}

export function addAutomationImport(noun: Command, io: OperatorIo): void {
  addVerb<ImportOptions>(noun, io, {
    name: 'import',
    summary: 'make a draft of a journey or campaign of Amazon Pinpoint, and say what became of each part',
    declare: (command) =>
      withAccount(command)
        .addOption(
          new Option('--format <format>', 'what the file is').choices(['pinpoint']).makeOptionMandatory(),
        )
        .requiredOption(
          '--file <path>',
          'JSON that get-journey or get-campaign prints; - reads the standard input',
        )
        .option('--name <name>', 'name of the draft, instead of that in the file', parseName)
        .option('--from <number>', 'sender, instead of the number in the file', parseFrom)
        .addOption(
          new Option('--purpose <purpose>', 'instead of the message type in the file').choices(PURPOSES),
        )
        .option(
          '--segment <id=segment>',
          'segment or group in the place of one of Pinpoint, such as 0a1b=seg_… or 0a1b=grp_…; repeatable',
          collectPairs('Expected PINPOINT_ID=seg_… or PINPOINT_ID=grp_….', /^(?:seg|grp)_/),
        )
        .option(
          '--template <name=path>',
          'file with the text of a template, or what get-sms-template prints; repeatable',
          collectPairs('Expected NAME=FILE.'),
        )
        .option('--text <name=text>', 'text of a template; repeatable', collectPairs('Expected NAME=TEXT.'))
        .option(
          '--map <attribute=field>',
          'field that an attribute is kept in, or event.<name>, such as User.UserAttributes.Nick=firstName; repeatable',
          collectPairs('Expected ATTRIBUTE=FIELD, such as User.UserAttributes.Nick=firstName.'),
        )
        .option(
          '--path <activity=path>',
          'path of a split that the draft follows: yes, no, else or the number of a branch; repeatable',
          collectPairs('Expected ACTIVITY=yes, no, else or a number.'),
        )
        .option(
          '--at <time>',
          'time of day of a trigger that repeats',
          checked(isTime, 'Expected a time, such as 10:00.'),
        )
        .option('--dry-run', 'print the report and the draft, and write nothing')
        .addHelpText('after', HELP),
    run: ({ target }, options) => runImport({ target, io }, options),
  });
}

const HELP =
  '\nJourneys, and campaigns that repeat or that an event begins, become an automation; a campaign that is sent once becomes a ' +
  'campaign. Either is a draft, which nothing starts. Nothing is asked of AWS:\n' +
  '  aws pinpoint get-journey --application-id ID --journey-id ID > journey.json\n' +
  '\nExit status: 0 when there is a draft, 1 when something is missing, which is said then.';

const isTime = (raw: string) => readTimeOfDay(raw) !== undefined;

/** Returns a collector of `NAME=VALUE`, in which neither is empty. The value may contain `=`. */
function collectPairs(expectation: string, form = /^./s): (raw: string, earlier?: Pairs) => Pairs {
  return (raw, earlier = {}) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(raw) ?? [];
    if (name === '' || !form.test(value)) throw new InvalidArgumentError(expectation);
    return { ...earlier, [name]: value };
  };
}

async function runImport(
  { target, io }: { target: Target; io: OperatorIo },
  options: ImportOptions,
): Promise<Report> {
  const account = await requireOpenAccount(target, options.account);
  const schema = await findSchema(target.table, account.id);
  // 1. Read the document and what the options say about it.
  const document = parseJson(options.file, await readSource(options.file, io));
  const read = readPinpoint(document, await choicesOf(target, { account, schema, options }));
  if (typeof read === 'string') throw new OperatorError(read);
  // 2. Without what is missing there is no draft to check.
  if (read.needs.length > 0)
    return report(read, { failure: `No draft is made. It takes ${read.needs.join('; ')}.` });
  // 3. Check the draft as a request is checked, and write it.
  const owner = { account, schema };
  const id = await (read.kind === 'automation'
    ? makeAutomation(target, { ...owner, draft: read.draft, isDryRun: options.dryRun })
    : makeCampaign(target, { ...owner, draft: read.draft, isDryRun: options.dryRun }));
  return report(read, { id });
}

interface Making<Draft> {
  account: Account;
  schema: CustomFieldSchema;
  draft: Draft;
  isDryRun: true | undefined;
}

/** @returns id of the automation; `undefined` for a dry run */
async function makeAutomation(
  target: Target,
  { draft, isDryRun, ...owner }: Making<AutomationDraft>,
): Promise<string | undefined> {
  const body = validateBody(validateAutomation, draft);
  const deps = withCampaigns(target);
  if (isDryRun) {
    await readPlan(deps, { ...owner, body });
    return undefined;
  }
  const actor = await actorOf(target);
  return (await createAutomation(deps, { ...owner, body, actor })).id;
}

/** @returns id of the campaign; `undefined` for a dry run */
async function makeCampaign(
  target: Target,
  { draft, isDryRun, ...owner }: Making<CampaignDraft>,
): Promise<string | undefined> {
  const body = validateBody(validateCampaign, draft);
  if (isDryRun) return undefined;
  const actor = await actorOf(target);
  const answer = await submitCampaign(withCampaigns(target), { ...owner, body, actor });
  return (answer.body as { id: string }).id;
}

async function choicesOf(
  target: Target,
  { account, schema, options }: { account: Account; schema: CustomFieldSchema; options: ImportOptions },
): Promise<PinpointOptions> {
  const { segment = {}, template = {}, text = {}, map = {}, path = {} } = options;
  const segments: Record<string, SegmentChoice> = {};
  for (const [pinpointId, id] of Object.entries(segment)) {
    segments[pinpointId] = id.startsWith('grp_')
      ? { groupId: id }
      : {
          segmentId: id,
          audience: audienceOfSegment(
            await findSegmentOrThrow(target.table, { accountId: account.id, id }),
            schema,
          ),
        };
  }
  const templates: Pairs = { ...text };
  for (const [name, file] of Object.entries(template)) templates[name] = await readText(file);
  return {
    ...{ name: options.name, from: options.from, purpose: options.purpose, at: options.at },
    ...{ segments, templates, fields: map, paths: path, schema },
    now: target.clock.now(),
  };
}

const readSource = (file: string, { stdin }: OperatorIo): Promise<string> =>
  file === '-' ? readStream(stdin) : readText(file);

/** @throws OperatorError when the file cannot be read */
async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    throw new OperatorError(`${file} cannot be read (${code}).`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Part of a note that fills a line of the table. */
const LONG_LINE = /(.{50,69}\S) +(?=\S)/g;
const OUTCOMES = { taken: 'taken over', changed: 'changed', left: 'not taken over' } as const;

function report(
  { kind, draft, findings, needs }: PinpointDraft,
  { id, failure }: { id?: string | undefined; failure?: string },
): Report {
  const shown = JSON.stringify(draft, undefined, 2);
  const made = id === undefined ? `The ${kind} that it would be:` : `${id} is a draft:`;
  const title = failure === undefined ? made : `The ${kind} as far as it goes:`;
  return {
    json: { ...(id !== undefined && { id }), kind, draft, findings, needs },
    head: ['part', 'outcome', 'note'],
    rows: findings.map(({ parts, outcome, note }): Cell[] => [
      parts.join('\n'),
      OUTCOMES[outcome],
      note.replace(LONG_LINE, '$1\n'),
    ]),
    note: `${title}\n${shown}`,
    failure,
  };
}
