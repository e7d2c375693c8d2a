import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../../../../lib/operator/program';
import { addVerb, type Verb } from '../../../../lib/operator/verb';
import type { AuditEntry } from '../../../../shared/audit/audit-entry';
import { listChanges } from '../../../../shared/audit/list-changes';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { createInvitation } from '../../../../shared/users/invitation';
import { CUSTOMERS, fileOf } from '../../../support/pinpoint/pinpoint-documents';
import { useOperator } from './operator-fixture';

const operator = useOperator();
/** Ids that earlier commands have created. */
const made: Record<string, string> = {};
let file: (name: string) => string;

beforeAll(async () => {
  operator.describeService({ environment: { WEBHOOK_KEY: 'a key for tests', LOCAL_SERVICE: '1' } });
  file = (name) => join(operator.dataDir, name);
  writeFileSync(file('contacts.csv'), 'Phone\n+12065550123\n');
  writeFileSync(file('none.jsonl'), '');
  made.other = await operator.createAccount('--name', 'Other');
});

const io = () => ({
  stdin: Readable.from([]),
  writeOut: () => undefined,
  writeError: () => undefined,
  terminal: undefined,
  environment: { ...process.env, DATA_DIR: operator.dataDir },
});

/** Returns noun and verb of every command of the program. */
function commandsOf(parent: Command, names: string[] = []): string[] {
  if (parent.commands.length === 0) return [names.join(' ')];
  return parent.commands.flatMap((command) => commandsOf(command, [...names, command.name()]));
}

type Log = 'account' | 'other' | 'service';
interface Changing {
  options: () => string[];
  /** Logs that get an entry of the command. */
  logs: Log[];
  outcome: AuditEntry['outcome'];
  /** Old and new values in the entries. */
  changes?: AuditEntry['changes'];
  /** Name under which the id of the created object is kept. */
  makes?: string;
  before?: () => Promise<void>;
}

const PHONE = ['--phone', '+12065550123'];
const LINK = ['--link', 'go.acme.com/spring'];
const EMAIL = ['--email', 'ada@example.com'];
const NUMBER = ['--number', '+12065550100'];
const URLS = { from: 'https://www.example.com/a', to: 'https://www.example.com/b' };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const FORM_TEXTS = [
  ...['--brand', 'Acme', '--description', 'News', '--frequency', 'Daily'],
  ...['--terms', 'https://example.com/terms', '--privacy', 'https://example.com/privacy'],
];
const TARIFF = ['--label', 'Tariff'];
const of = (name: string) => () => [`--${name}`, made[name] ?? ''];

const inAccount = (options: string[] | (() => string[]), more: Partial<Changing> = {}): Changing => ({
  options: () => [
    ...['--account', made.account ?? ''],
    ...(typeof options === 'function' ? options() : options),
  ],
  logs: ['account'],
  outcome: 'done',
  ...more,
});
/** Builds a case of a command that is refused, because there is nothing to change. */
const refused = (...options: string[]) => inAccount(options, { outcome: 'incomplete' });

/** Commands that change something, in an order in which they can be run; some of them more than once. */
const CHANGING: Array<[string, Changing]> = [
  [
    'account create',
    {
      options: () => ['--name', 'Acme', '--silent-opt-in'],
      logs: ['account', 'service'],
      outcome: 'done',
      changes: [
        { what: 'name', to: 'Acme' },
        { what: 'silentOptIn', to: 'true' },
      ],
      makes: 'account',
    },
  ],
  [
    'account set',
    inAccount(['--free-texts', '5'], { changes: [{ what: 'freeTexts', from: '1000', to: '5' }] }),
  ],
  [
    'account set',
    inAccount(['--twilio', 'on', '--twilio-inbound-url', 'https://a.example.com/in?key=1'], {
      changes: [
        { what: 'twilio', from: 'off', to: 'on' },
        { what: 'twilioInboundUrl', to: 'https://a.example.com' },
      ],
    }),
  ],
  ['account set', inAccount(['--twilio', 'off'], { changes: [{ what: 'twilio', from: 'on', to: 'off' }] })],
  ['credits add', inAccount(['--sms', '100'], { changes: [{ what: 'smsCredits', to: '100' }] })],
  ['credits add', inAccount(['--sms', '-40'], { changes: [{ what: 'smsCredits', from: '40' }] })],
  ['account link-domain add', inAccount(['--domain', 'go.acme.com'])],
  ['link add', inAccount([...LINK, '--url', URLS.from], { changes: [{ to: URLS.from }] })],
  ['link add', inAccount([...LINK, '--url', URLS.to], { changes: [URLS] })],
  ['link add', inAccount([...LINK, '--url', URLS.to], { changes: [] })],
  ['link remove', inAccount(LINK, { changes: [{ from: URLS.to }] })],
  ['account link-domain remove', inAccount(['--domain', 'go.acme.com', '--yes'])],
  [
    'account keyword set',
    inAccount(['--word', 'hours', '--reply', 'Nine to five.'], {
      changes: [
        { what: 'word', to: 'HOURS' },
        { what: 'reply', to: 'Nine to five.' },
      ],
    }),
  ],
  [
    'account keyword set',
    inAccount(['--word', 'hours', '--reply', 'Nine to six.'], {
      changes: [{ what: 'reply', from: 'Nine to five.', to: 'Nine to six.' }],
    }),
  ],
  ['account keyword set', inAccount(['--word', 'hours', '--reply', 'Nine to six.'], { changes: [] })],
  ['account keyword set', refused('--word', 'STOP', '--reply', 'No')],
  [
    'account keyword delete',
    inAccount(['--word', 'HOURS'], {
      changes: [
        { what: 'word', from: 'HOURS' },
        { what: 'reply', from: 'Nine to six.' },
      ],
    }),
  ],
  [
    'key create',
    inAccount(['--name', 'Shop', '--scope', 'messages:send', '--expires-in', '24h'], {
      changes: [
        { what: 'name', to: 'Shop' },
        { what: 'scopes', to: 'messages:send' },
        { what: 'expiresAt', to: TIME },
      ],
      makes: 'key',
    }),
  ],
  ['key rotate', inAccount(of('key'), { changes: [{ what: 'formerSecretUntil', to: TIME }] })],
  [
    'key rotate',
    inAccount(() => [...of('key')(), '--expires-in', '48h'], {
      changes: [
        { what: 'expiresAt', from: TIME, to: TIME },
        { what: 'formerSecretUntil', to: TIME },
      ],
    }),
  ],
  ['key revoke', inAccount(of('key'))],
  ['user invite', inAccount([...EMAIL, '--role', 'viewer'])],
  [
    'user role',
    inAccount([...EMAIL, '--role', 'editor'], { changes: [{ what: 'role', from: 'viewer', to: 'editor' }] }),
  ],
  ['user remove', inAccount(EMAIL)],
  ['user invite', { options: () => [...EMAIL, '--operator'], logs: ['service'], outcome: 'done' }],
  ['user invite', inAccount([...EMAIL, '--role', 'admin'])],
  ['user sign-out', { options: () => EMAIL, logs: ['service'], outcome: 'done' }],
  ['user remove', { options: () => EMAIL, logs: ['service'], outcome: 'incomplete' }],
  ['user invite', inAccount(['--email', 'bob@example.com', '--role', 'admin'])],
  ['user remove', { options: () => EMAIL, logs: ['account', 'service'], outcome: 'done' }],
  [
    'user withdraw',
    inAccount(of('invitation'), {
      before: async () => {
        const deps = { table: operator.engine.table, clock: systemClock, ids: createIds(systemClock) };
        const result = await createInvitation(deps, {
          accountId: made.account ?? '',
          email: 'cy@example.com',
          role: 'viewer',
          ...{ invitedBy: 'bob@example.com', inviterId: 'usr_bob' },
        });
        if ('created' in result) made.invitation = result.created.id;
      },
    }),
  ],
  ['number add', inAccount(NUMBER, { changes: [{ what: 'status', to: 'Active' }] })],
  [
    'number set',
    inAccount([...NUMBER, '--status', 'Inactive', '--rate', '7'], {
      changes: [
        { what: 'status', from: 'Active', to: 'Inactive' },
        { what: 'ratePerSecond', to: '7' },
      ],
    }),
  ],
  ['pause', inAccount([...NUMBER, '--reason', 'Fraud'])],
  ['resume', { options: () => NUMBER, logs: ['account', 'service'], outcome: 'done' }],
  [
    'sender create',
    inAccount(['--name', 'Shop', '--member', '+12065550100'], {
      makes: 'sender',
      changes: [
        { what: 'name', to: 'Shop' },
        { what: 'members', to: '["+12065550100"]' },
      ],
    }),
  ],
  [
    'sender set',
    inAccount(() => [...of('sender')(), '--name', 'Shops'], {
      changes: [{ what: 'name', from: 'Shop', to: 'Shops' }],
    }),
  ],
  ['sender delete', inAccount(() => [...of('sender')(), '--yes'])],
  ['pause', { options: () => [], logs: ['service'], outcome: 'done' }],
  ['resume', { options: () => [], logs: ['service'], outcome: 'done' }],
  [
    'number move',
    inAccount(() => [...NUMBER, '--to-account', made.other ?? '', '--yes'], { logs: ['account', 'other'] }),
  ],
  ['number remove', refused(...NUMBER, '--yes')],
  ['group create', inAccount(['--name', 'Customers', '--opt-in-type', 'SINGLE'], { makes: 'group' })],
  [
    'group set',
    inAccount(() => [...of('group')(), '--name', 'All customers'], {
      changes: [{ what: 'name', from: 'Customers', to: 'All customers' }],
    }),
  ],
  ['group tag', inAccount(() => [...of('group')(), '--add', 'VIP'])],
  ['field create', inAccount(['--label', 'Plan', '--type', 'SINGLE_SELECT', '--option', 'Gold'])],
  [
    'field rename',
    inAccount(['--label', 'Plan', '--to', 'Tariff'], {
      changes: [{ what: 'label', from: 'Plan', to: 'Tariff' }],
    }),
  ],
  ['field set', inAccount([...TARIFF, '--option-add', 'Team'], { changes: [{ to: 'Team' }] })],
  ['field disable', inAccount(TARIFF, { changes: [{ what: 'isDisabled', from: 'false', to: 'true' }] })],
  ['field enable', inAccount(TARIFF, { changes: [{ what: 'isDisabled', from: 'true', to: 'false' }] })],
  ['field delete', inAccount(TARIFF)],
  [
    'contact import',
    inAccount(() => ['--file', file('contacts.csv'), ...of('group')(), '--consent-basis', 'Signed.']),
  ],
  ['contact tag', inAccount(() => [...PHONE, ...of('group')(), '--tag', 'VIP'])],
  ['contact export', inAccount(() => ['--file', file('exported.csv')])],
  ['contact opt-out', inAccount([...PHONE, '--source', 'kiosk'])],
  ['contact opt-in', inAccount([...PHONE, '--source', 'form'])],
  ['contact put-back', inAccount([...PHONE])],
  ['contact review accept', refused(...PHONE)],
  ['contact review dismiss', refused(...PHONE)],
  ['contact erase', inAccount([...PHONE, '--yes'])],
  ['form create', refused(...FORM_TEXTS, '--group', 'grp_none')],
  [
    'form create',
    inAccount(() => [...FORM_TEXTS, ...of('group')()], {
      changes: [
        { what: 'group', to: expect.stringMatching(/^grp_/) as string },
        { what: 'brand', to: 'Acme' },
        { what: 'description', to: 'News' },
        { what: 'frequency', to: 'Daily' },
        { what: 'termsUrl', to: 'https://example.com/terms' },
        { what: 'privacyUrl', to: 'https://example.com/privacy' },
      ],
      makes: 'form',
    }),
  ],
  [
    'form set',
    inAccount(() => [...of('form')(), '--country', 'US', 'CA'], {
      changes: [{ what: 'countries', to: '["CA","US"]' }],
    }),
  ],
  ['form set', inAccount(() => [...of('form')(), '--country', 'CA,US'], { changes: [] })],
  [
    'form delete',
    inAccount(() => [...of('form')(), '--yes'], {
      changes: expect.arrayContaining([{ what: 'brand', from: 'Acme' }]) as AuditEntry['changes'],
    }),
  ],
  ['group delete', inAccount(() => [...of('group')(), '--yes'])],
  ['segment create', inAccount(['--name', 'All', '--audience', '{"everyone":true}'], { makes: 'segment' })],
  [
    'automation import',
    inAccount(() => [
      ...['--format', 'pinpoint', '--file', fileOf('campaign-weekly'), '--from', '+12065550100'],
      ...['--text', 'Weekly=News', '--segment', `${CUSTOMERS}=${made.segment}`],
    ]),
  ],
  ['segment delete', inAccount(of('segment'))],
  ['campaign create', refused('--plan', '{}')],
  ...['launch', 'approve', 'pause', 'resume', 'cancel', 'retry'].map((verb): [string, Changing] => [
    `campaign ${verb}`,
    refused('--campaign', 'cmp_none'),
  ]),
  ['campaign reject', refused('--campaign', 'cmp_none', '--reason', 'No.')],
  ...['start', 'pause', 'resume', 'stop', 'approve'].map((verb): [string, Changing] => [
    `automation ${verb}`,
    refused('--automation', 'aut_none'),
  ]),
  ['automation create', refused('--plan', '{}')],
  ['automation reject', refused('--automation', 'aut_none', '--reason', 'No.')],
  ['automation import', refused('--format', 'pinpoint', '--file', fileOf('campaign-weekly'))],
  ['job cancel', refused('--job', 'brc_none')],
  [
    'webhook add',
    inAccount(['--url', 'https://hooks.example.com/in?token=secret'], {
      changes: [
        { what: 'url', to: 'https://hooks.example.com/in?…' },
        { what: 'eventTypes', to: 'all' },
        { what: 'status', to: 'enabled' },
      ],
      makes: 'endpoint',
    }),
  ],
  [
    'webhook set',
    inAccount(() => [...of('endpoint')(), '--event', 'messaging.job.completed'], {
      changes: [{ what: 'eventTypes', from: 'all', to: 'messaging.job.completed' }],
    }),
  ],
  ['webhook rotate', inAccount(of('endpoint'))],
  ['webhook disable', inAccount(of('endpoint'))],
  ['webhook enable', inAccount(of('endpoint'))],
  ['webhook replay', inAccount([])],
  ['webhook remove', inAccount(of('endpoint'))],
  [
    'registration submit',
    {
      options: () => ['--draft', file('draft.json'), '--yes'],
      logs: ['service'],
      outcome: 'incomplete',
    },
  ],
  ['dlq redrive', { options: () => [], logs: ['service'], outcome: 'incomplete' }],
  // This service has one region.
  ['region take-over', { options: () => ['--yes'], logs: ['service'], outcome: 'incomplete' }],
  ['account export', inAccount(() => ['--file', file('account.jsonl')], { logs: ['account', 'service'] })],
  ['account delete', inAccount(['--yes'], { logs: ['service'], outcome: 'incomplete' })],
  ['account close', inAccount(['--yes'], { logs: ['account', 'service'] })],
  [
    'account import',
    { options: () => ['--file', file('none.jsonl')], logs: ['service'], outcome: 'incomplete' },
  ],
];

/** Commands that change nothing, or whose texts are a record of their own. */
const READING: Record<string, string[]> = {
  'account show': [],
  'account list': [],
  'account keyword list': [],
  'key list': [],
  'user list': [],
  'user invitations': [],
  'number list': [],
  'sender list': [],
  'sender show': ['--sender', 'snd_none'],
  'group list': [],
  'field list': [],
  'contact show': PHONE,
  'contact log': PHONE,
  'contact list': [],
  'contact erasure': ['--erasure', 'ers_none'],
  'contact review list': [],
  'segment list': [],
  'segment show': ['--segment', 'seg_none'],
  'segment preview': ['--audience', '{"everyone":true}'],
  'campaign list': [],
  'campaign show': ['--campaign', 'cmp_none'],
  'campaign preview': ['--campaign', 'cmp_none'],
  'campaign test': ['--campaign', 'cmp_none', '--to', '+12065550123'],
  'campaign recipients': ['--campaign', 'cmp_none'],
  'automation list': [],
  'automation show': ['--automation', 'aut_none'],
  'automation preview': ['--automation', 'aut_none'],
  'automation forecast': ['--automation', 'aut_none', '--phone', '+12065550123'],
  'automation people': ['--automation', 'aut_none'],
  'form list': [],
  'form show': ['--form', 'frm_none'],
  'form evidence': ['--form', 'frm_none', '--out', 'none.html'],
  'link list': [],
  'link clicks': LINK,
  'job list': [],
  'job show': ['--job', 'brc_none'],
  'job recipients': ['--job', 'brc_none'],
  'message show': ['--id', 'msg_none'],
  'webhook list': [],
  'webhook test': [],
  'webhook failures': [],
  'audit list': [],
  'doctor aws': [],
  'doctor quotas': ['--stage', 'prod'],
  'dlq list': [],
  'region show': [],
  'registration list': [],
  'registration show': ['--registration', 'registration-1'],
  'registration definitions': ['--type', 'US_TOLL_FREE_REGISTRATION'],
  'registration draft': ['--type', 'US_TEN_DLC_BRAND_REGISTRATION'],
};
const WITHOUT_ACCOUNT = [
  'account list',
  'form show',
  'form evidence',
  'message show',
  'doctor aws',
  'doctor quotas',
  'dlq list',
  'region show',
  'registration list',
  'registration show',
  'registration definitions',
];

const entries = async () => (await operator.scan()).filter(({ entity }) => entity === 'audit');
const logOf = ({ pk }: Record<string, unknown>) =>
  ({ [`AUDIT#${made.account}`]: 'account', [`AUDIT#${made.other}`]: 'other', SERVICEAUDIT: 'service' })[
    String(pk)
  ];

/** Runs a command and returns its entries. */
async function entriesOf(command: string, options: string[]) {
  const before = new Set((await entries()).map(({ id }) => id));
  const { stdout, stderr } = await operator.run(...command.split(' '), ...options, '--json');
  // A command line that is refused would not show what the command does.
  expect(stderr).not.toMatch(/^error: /);
  const left = (await entries()).filter(({ id }) => !before.has(id));
  return { left, stdout };
}

describe('E6: of all commands of the command line', () => {
  it('each changes nothing, or is among those below', async () => {
    const all = commandsOf(await createProgram(io(), () => true));
    const changing = CHANGING.map(([command]) => command);
    expect([...new Set([...Object.keys(READING), ...changing])].sort()).toEqual(all.sort());
  });

  it.each(CHANGING)('%s leaves one entry in each log that it belongs to', async (command, changing) => {
    await changing.before?.();
    const { left, stdout } = await entriesOf(command, changing.options());
    if (changing.makes !== undefined) made[changing.makes] = (JSON.parse(stdout) as { id: string }).id;
    expect(left.map(logOf).sort()).toEqual(changing.logs);
    for (const entry of left) {
      expect(entry).toMatchObject({
        // Verbs without a noun are about sending.
        action: ['sending', ...command.split(' ')].slice(-2).join(' '),
        actor: { type: 'operator', id: userInfo().username },
        channel: 'cli',
        outcome: changing.outcome,
      });
    }
    const told = left.map(({ changes = [] }) => (changing.changes ? changes : undefined));
    expect(told).toEqual(left.map(() => changing.changes));
  });

  it.each(Object.keys(READING))('%s leaves none', async (command) => {
    const account = WITHOUT_ACCOUNT.includes(command) ? [] : ['--account', made.account ?? ''];
    const { left } = await entriesOf(command, [...account, ...(READING[command] ?? [])]);
    expect(left).toEqual([]);
  });

  it('all are refused for an account that there is not, and leave none', async () => {
    const commands: Array<[string, string[]]> = Object.entries(READING).filter(
      ([command]) => !WITHOUT_ACCOUNT.includes(command),
    );
    for (const [command, { options }] of CHANGING) {
      const [name, , ...more] = options();
      if (name === '--account') commands.push([command, more]);
    }
    const before = await operator.scan();
    const told = [];
    for (const [command, options] of commands) {
      const { stderr } = await operator.run(...command.split(' '), '--account', 'acc_none', ...options);
      if (stderr !== 'There is no account acc_none.\n') told.push([command, stderr]);
    }
    expect(told).toEqual([]);
    expect(await operator.scan()).toEqual(before);
  });

  it.each<[string, string[], string]>([
    ['account set', [], 'Nothing to change'],
    ['credits add', [], 'Nothing to add'],
    ['field set', TARIFF, 'Give --option-rename'],
    ['group set', ['--group', 'grp_none'], 'Nothing to change'],
    ['group tag', ['--group', 'grp_none'], 'Nothing to change'],
    ['number set', NUMBER, 'Nothing to change'],
    ['user invite', EMAIL, 'Give --account and --role'],
    ['webhook set', ['--endpoint', 'end_none'], 'Nothing to change'],
    ['webhook replay', ['--event', 'evt_none', '--include-delivered'], 'Give either --event'],
  ])('%s leaves none when its options are refused', async (command, options, reason) => {
    const before = await entries();
    const account = ['--account', made.other ?? ''];
    const { stderr, exitCode } = await operator.run(...command.split(' '), ...account, ...options);
    expect([stderr, exitCode]).toEqual([expect.stringContaining(reason), 1]);
    expect(await entries()).toEqual(before);
  });

  it.each<[string, () => string[]]>([
    ['contact import', () => ['--file', file('contacts.csv')]],
    ['automation import', () => ['--format', 'pinpoint', '--file', fileOf('campaign-weekly')]],
  ])('a trial of %s leaves none', async (command, options) => {
    const given = ['--account', made.other ?? '', ...options(), '--dry-run'];
    expect((await entriesOf(command, given)).left).toEqual([]);
  });
});

describe('E6: the entry of a command', () => {
  async function runVerb(run: Verb<object>['run']): Promise<void> {
    const program = await createProgram(io(), () => false);
    const noun = program.command('trial');
    addVerb(noun, io(), { name: 'poke', summary: 'pokes', declare: (command) => command, run });
    await program.parseAsync(['trial', 'poke'], { from: 'user' });
  }
  const newest = async () => {
    const { table } = operator.engine;
    const page = { limit: 1, place: undefined };
    const options = { accountId: undefined, filter: { actions: ['trial poke'] }, page };
    return (await listChanges({ table, clock: systemClock }, options)).entries[0];
  };

  it('is there before anything is changed, and completed after', async () => {
    let during: AuditEntry | undefined;
    await runVerb(async () => {
      during = await newest();
      return { json: {}, rows: [], changes: [{ from: 'old', to: 'new' }] };
    });
    expect(during).toMatchObject({ outcome: 'incomplete' });
    expect(await newest()).toEqual({ ...during, outcome: 'done', changes: [{ from: 'old', to: 'new' }] });
  });

  it('stays incomplete when the command breaks off', async () => {
    await expect(runVerb(() => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
    expect(await newest()).toMatchObject({ outcome: 'incomplete' });
  });
});
