import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SNSClient } from '@aws-sdk/client-sns';
import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';
import { type AwsAccount, createAwsAccount } from '../../../../lib/local/simulator/aws-account';
import { type Simulator, startSimulator } from '../../../../lib/local/simulator/simulator';
import { startBreakingLine } from '../../../support/aws/breaking-line';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { useOperator } from './operator-fixture';

const TOLL_FREE = '+18005550100';
const LONG_CODE = '+12065550100';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

const operator = useOperator();
let clock: MovableClock;
let account: AwsAccount;
let simulator: Simulator;
let accountId: string;
let formId: string;
/** Address of End User Messaging for this process; a test may put a worse line in between. */
const endpointIs = (url: string) =>
  operator.describeService({
    outputs: { Provider: 'eum' },
    environment: { AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: url },
  });

beforeAll(async () => {
  clock = installMovableClock(0);
  account = createAwsAccount({
    used: async () => ({
      numbers: [TOLL_FREE, LONG_CODE].map((number) => ({
        ...{ accountId: 'acc_1', number, keywordReplies: undefined },
      })),
      ...{ pools: [], senderIds: [], protections: [] },
    }),
  });
  simulator = await startSimulator({
    ...{ latencyMs: 0, clock, sns: {} as SNSClient, topics: {}, log: createQuietLog(), account },
  });
  endpointIs(simulator.url);
  accountId = await operator.createAccount('--brand', 'Acme Shoes');
  await operator.json('number', 'add', '--account', accountId, '--number', TOLL_FREE);
  const { id: groupId } = await operator.json<{ id: string }>(
    ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'DOUBLE'],
  );
  formId = (
    await operator.json<{ id: string }>(
      ...['form', 'create', '--account', accountId, '--group', groupId, '--brand', 'Acme Shoes'],
      ...['--description', 'Offers and news', '--frequency', 'Up to 4 messages a month'],
      ...['--terms', 'https://acme.com/terms', '--privacy', 'https://acme.com/privacy'],
    )
  ).id;
});
beforeEach(() => {
  account.setFaults([]);
  account.registrations.clear();
  endpointIs(simulator.url);
});
afterAll(async () => {
  await simulator.stop();
  clock.uninstall();
});

const file = (name: string) => join(operator.dataDir, name);
const write = (name: string, content: unknown) => {
  writeFileSync(file(name), typeof content === 'string' ? content : JSON.stringify(content));
  return file(name);
};

const COMPANY = {
  'companyInfo.companyName': 'Acme Shoes LLC',
  'companyInfo.taxId': '12-3456789',
  'companyInfo.city': 'Seattle',
  'companyInfo.state': 'WA',
  'companyInfo.zipCode': '98101',
  'companyInfo.isoCountryCode': 'US',
  'contactInfo.supportEmail': 'help@acme.com',
  'contactInfo.supportPhoneNumber': '+12065550199',
};
const BRAND = {
  ...COMPANY,
  'companyInfo.taxIdIssuingCountry': 'US',
  'companyInfo.legalType': ['PRIVATE_PROFIT'],
  'companyInfo.address': '1 Main Street',
  'contactInfo.vertical': ['RETAIL'],
  'contactInfo.website': 'https://www.acme.com',
};
const CAMPAIGN = {
  'campaignInfo.vertical': ['RETAIL'],
  'campaignCapabilities.numberCapabilities': ['SMS'],
  'campaignUseCase.useCase': ['MARKETING'],
  'campaignUseCase.directLending': ['No'],
  'campaignUseCase.embeddedLink': ['No'],
  'campaignUseCase.embeddedPhone': ['No'],
  'campaignUseCase.ageGated': ['No'],
  'messageSamples.messageSample1': 'Acme Shoes: New boots are here. Reply STOP to opt out.',
};
const tollFree = () => ({
  ...COMPANY,
  'companyInfo.website': 'https://www.acme.com',
  'companyInfo.address1': '1 Main Street',
  'companyInfo.businessType': ['PRIVATE_PROFIT'],
  'companyInfo.taxIdAuthority': ['EIN'],
  'companyInfo.taxIdCountry': 'US',
  'contactInfo.firstName': 'Ada',
  'contactInfo.lastName': 'King',
  'messagingUseCase.monthlyMessageVolume': ['1,000'],
  'messagingUseCase.useCaseCategory': ['PROMOTIONS_AND_MARKETING'],
  'messagingUseCase.optInImage': write('opt-in.png', 'a picture'),
});

const VALUES = {
  US_TEN_DLC_BRAND_REGISTRATION: () => BRAND,
  US_TEN_DLC_CAMPAIGN_REGISTRATION: () => CAMPAIGN,
  US_TOLL_FREE_REGISTRATION: tollFree,
};
type Type = keyof typeof VALUES;

/** Drafts a registration, and returns the file of the draft. */
async function draft(type: Type, values: object = VALUES[type]()): Promise<string> {
  const out = file(`${type}.json`);
  const given = ['--values', write('values.json', values), '--out', out];
  const { stderr } = await operator.run(
    ...['registration', 'draft', '--account', accountId, '--type', type, ...given],
  );
  expect(stderr).toBe('');
  return out;
}
/** Counts the changes at AWS: a value each, the registration, its number, the attachment, and the submission. */
const changesOf = (draftFile: string): number =>
  Object.keys((JSON.parse(readFileSync(draftFile, 'utf8')) as { fields: object }).fields).length + 4;
const submit = (...options: string[]) => operator.run('registration', 'submit', ...options);
const show = (id: string) => operator.json<Shown>('registration', 'show', '--registration', id);
const entries = async () => (await operator.scan()).filter(({ action }) => action === 'registration submit');
interface Shown {
  status: string;
  denial?: { version: number; reasons: unknown[] };
  resources: unknown[];
}

/** Hands in a brand, and has it approved. */
async function completeBrand(): Promise<string> {
  const outcome = await submit('--draft', await draft('US_TEN_DLC_BRAND_REGISTRATION'), '--yes', '--json');
  const { registration } = JSON.parse(outcome.stdout) as { registration: string };
  account.registrations.decide({ registration, status: 'COMPLETE' });
  return registration;
}

describe('registration list and show', () => {
  it('tell that the account has none, and which US numbers are in none', async () => {
    expect((await operator.run('registration', 'list')).stdout).toBe(
      'The AWS account has no registrations.\n' +
        `${TOLL_FREE} (US, TOLL_FREE, ACTIVE) is in no registration.\n` +
        `${LONG_CODE} (US, TEN_DLC, ACTIVE) is in no registration.\n`,
    );
  });

  it('say each reason of a denial, and what to do about it', async () => {
    const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
    await submit('--draft', draftFile, '--yes');
    account.registrations.decide({
      ...{ registration: 'registration-made-1', status: 'REQUIRES_UPDATES' },
      reasons: ['OPT_IN_WORKFLOW_MISSING', 'Something new'],
    });
    const shown = await show('registration-made-1');
    expect(shown).toMatchObject({
      ...{ status: 'REQUIRES_UPDATES', since: TIME, words: 'was rejected' },
      resources: [{ name: TOLL_FREE, country: 'US' }],
      denial: {
        version: 1,
        reasons: [
          {
            reason: 'OPT_IN_WORKFLOW_MISSING',
            advice: expect.stringContaining('every way in which people opt in') as string,
          },
          { reason: 'Something new', advice: 'This reason is not known here: go by the words of AWS.' },
        ],
      },
    });
    const { stdout } = await operator.run('registration', 'show', '--registration', 'registration-made-1');
    expect(stdout).toContain('Denied for OPT_IN_WORKFLOW_MISSING.');
    const listed = await operator.run('registration', 'list');
    expect(listed.stdout).toMatch(/US_TOLL_FREE_REGISTRATION.*was rejected.*\+18005550100 \(US\)/);
    expect(listed.stdout).not.toContain(`${TOLL_FREE} (US, TOLL_FREE, ACTIVE) is in no registration.`);
    expect((await operator.run('doctor', 'aws')).stdout).toContain('Denied for OPT_IN_WORKFLOW_MISSING.');
  });

  it('tell that AWS has no such registration, and that another provider has none', async () => {
    const asked = ['registration', 'show', '--registration', 'registration-9'];
    expect((await operator.run(...asked)).stderr).toBe('AWS has no registration registration-9.\n');
    operator.describeService({ outputs: { Provider: 'simulator' } });
    expect((await operator.run(...asked)).stderr).toContain('AWS has nothing to say of it');
  });
});

describe('registration definitions', () => {
  it('lists the fields, with their source and day', async () => {
    const type = 'US_TEN_DLC_BRAND_REGISTRATION';
    const { stdout } = await operator.run('registration', 'definitions', '--type', type);
    expect(stdout).toContain('companyInfo.companyName');
    expect(stdout).toMatch(/As of \d{4}-\d\d-\d\d, from /);
  });

  it('does not take a local service for AWS', async () => {
    const given = ['--type', 'US_TEN_DLC_BRAND_REGISTRATION', '--refresh'];
    expect((await operator.run('registration', 'definitions', ...given)).stderr).toBe(
      'Name a deployed stack with --stack.\n',
    );
  });
});

describe('registration draft', () => {
  const run = (...options: string[]) =>
    operator.run('registration', 'draft', '--account', accountId, ...options);

  it('ends with 1, and names what is missing', async () => {
    const { exitCode, stdout, stderr } = await run('--type', 'US_TEN_DLC_CAMPAIGN_REGISTRATION', '--json');
    expect([exitCode, stderr]).toEqual([1, 'Required fields missing: 8, invalid fields: 0.\n']);
    const fields = JSON.parse(stdout) as Array<{ path: string; state: string; from?: string }>;
    const stateOf = (path: string) => fields.find((field) => field.path === path)?.state;
    expect(stateOf('campaignUseCase.useCase')).toBe('missing');
    expect(stateOf('campaignInfo.optInWorkflow')).toBe('filled');
    expect(stateOf('campaignInfo.helpMessage')).toBe('doubtful');
  });

  it('writes what is known, with the texts and addresses of the form', async () => {
    const {
      account: ofAccount,
      form,
      fields,
    } = JSON.parse(readFileSync(await draft('US_TEN_DLC_CAMPAIGN_REGISTRATION'), 'utf8')) as {
      account: string;
      form: string;
      fields: Record<string, string>;
    };
    expect([ofAccount, form]).toEqual([accountId, formId]);
    expect(fields).toMatchObject({
      'campaignInfo.privacyPolicyLink': 'https://acme.com/privacy',
      'campaignInfo.optInMessage':
        'Acme Shoes - News: Reply YES to get our texts. Up to 4 messages a month. Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
      'campaignInfo.stopMessage':
        'Acme Shoes: You have opted out and will get no more texts. Reply HELP for help.',
    });
    expect(fields['campaignInfo.optInWorkflow']).toContain(`/join/${formId}, `);
  });

  it.each<[string, unknown, string]>([
    ['is no JSON', 'no', 'cannot be read as JSON'],
    ['is a list', [1], 'is not of the expected form'],
    [
      'has an unknown field',
      { 'companyInfo.compnyName': 'A' },
      'no registration has: companyInfo.compnyName',
    ],
  ])('refuses a file of values that %s', async (_what, content, reason) => {
    const values = ['--values', write('values.json', content)];
    const { exitCode, stderr } = await run('--type', 'US_TEN_DLC_BRAND_REGISTRATION', ...values);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('says that a form is missing, of an account without one', async () => {
    const other = await operator.createAccount('--name', 'Other');
    const { exitCode, stdout } = await operator.run(
      ...['registration', 'draft', '--account', other, '--type', 'US_TOLL_FREE_REGISTRATION'],
    );
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('The account has no opt-in form')]);
    expect(stdout).toContain('Opt-in workflow. Give a text of 1 to 1500 characters.');
  });

  it('refuses a form that is not of the account', async () => {
    const { stderr } = await run('--type', 'US_TOLL_FREE_REGISTRATION', '--form', 'frm_none');
    expect(stderr).toBe('The account has no public opt-in form frm_none.\n');
  });
});

describe('registration submit', () => {
  it('only prints its plan without --yes, and changes nothing', async () => {
    const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
    const before = await operator.scan();
    const { exitCode, stdout, stderr } = await submit('--draft', draftFile);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`is created, with the tag messaging-draft=${accountId}/${formId}`);
    expect(stderr).toContain('Acme Shoes LLC');
    expect(stderr).toMatch(/with these \d+ fields\? AWS may charge for it\..*confirm it with --yes/);
    expect(account.registrations.made).toEqual([]);
    expect(await operator.scan()).toEqual(before);
    const asked = await operator.runAtTerminal('no', 'registration', 'submit', '--draft', draftFile);
    expect([asked.exitCode, account.registrations.made]).toEqual([1, []]);
  });

  it('creates, associates, fills and hands in, and is in the logs of service and account', async () => {
    const before = new Set((await entries()).map(({ id }) => id));
    const { exitCode, stdout, stderr } = await submit(
      ...['--draft', await draft('US_TOLL_FREE_REGISTRATION'), '--yes', '--json'],
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      registration: 'registration-made-1',
      type: 'US_TOLL_FREE_REGISTRATION',
    });
    const [made] = account.registrations.made;
    expect(made).toMatchObject({
      info: { RegistrationStatus: 'SUBMITTED' },
      tags: [{ Key: 'messaging-draft', Value: `${accountId}/${formId}` }],
      associations: [{ PhoneNumber: TOLL_FREE }],
    });
    expect(made?.versions[0]?.values).toEqual(
      expect.arrayContaining([
        { FieldPath: 'companyInfo.businessType', SelectChoices: ['PRIVATE_PROFIT'] },
        { FieldPath: 'companyInfo.companyName', TextValue: 'Acme Shoes LLC' },
        {
          FieldPath: 'messagingUseCase.optInImage',
          RegistrationAttachmentId: 'registration-attachment-1',
        },
      ]),
    );
    const left = (await entries()).filter(({ id }) => !before.has(id));
    expect(left.map(({ pk, outcome, target }) => [pk, outcome, target]).sort()).toEqual([
      [`AUDIT#${accountId}`, 'done', { type: 'registration', id: 'registration-made-1' }],
      ['SERVICEAUDIT', 'done', { type: 'registration', id: 'registration-made-1' }],
    ]);
  });

  it('hands in a campaign under the only complete brand, and not without one', async () => {
    const campaign = await draft('US_TEN_DLC_CAMPAIGN_REGISTRATION');
    expect((await submit('--draft', campaign, '--yes')).stderr).toContain('register the brand first');
    const brand = await completeBrand();
    expect((await submit('--draft', campaign, '--yes')).exitCode).toBe(0);
    expect((await show('registration-made-2')).resources).toEqual([{ id: brand, name: brand }]);
    expect((await submit('--draft', campaign, '--yes', '--for', 'registration-9')).stderr).toContain(
      'no complete registration of a brand registration-9',
    );
  });

  it('is refused when AWS asks for more than the draft has', async () => {
    const draftFile = await draft('US_TEN_DLC_BRAND_REGISTRATION');
    const content = JSON.parse(readFileSync(draftFile, 'utf8')) as { fields: Record<string, unknown> };
    delete content.fields['companyInfo.taxId'];
    const { exitCode, stdout, stderr } = await submit('--draft', write('worse.json', content), '--yes');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(
        'AWS would not take the draft: give what is missing or invalid, and draft it anew.',
      ),
    ]);
    expect(stdout).toContain('companyInfo.taxId');
    content.fields['companyInfo.colour'] = 'red';
    expect((await submit('--draft', write('worse.json', content), '--yes')).stderr).toContain(
      'AWS has no such fields in US_TEN_DLC_BRAND_REGISTRATION: companyInfo.colour.',
    );
    expect(account.registrations.made).toEqual([]);
  });

  it.each<number | 'all'>([1, 2, 3, 4, 20, 'all'])(
    'that broke off after %s changes goes on, without a second registration',
    async (changes) => {
      const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
      const line = await startBreakingLine(simulator.url, {
        changes: changes === 'all' ? changesOf(draftFile) : changes,
      });
      endpointIs(line.url);
      const broken = await submit('--draft', draftFile, '--yes');
      await line.stop();
      endpointIs(simulator.url);
      expect(broken.exitCode).toBe(1);

      const again = await submit('--draft', draftFile, '--yes');
      expect([again.exitCode, again.stderr]).toEqual([0, '']);
      expect(account.registrations.made.map(({ info }) => info.RegistrationStatus)).toEqual(['SUBMITTED']);
      const [made] = account.registrations.made;
      expect([made?.associations.length, made?.versions.length]).toEqual([1, 1]);

      const once = await submit('--draft', draftFile, '--yes');
      expect([once.exitCode, once.stdout]).toEqual([
        0,
        'registration-made-1 was submitted, and waits for review: nothing is sent.\n',
      ]);
    },
  );

  it.each<number | 'all'>([1, 'all'])(
    'goes on at once when the answer to change %s is lost',
    async (change) => {
      const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
      const changes = change === 'all' ? changesOf(draftFile) : change;
      const line = await startBreakingLine(simulator.url, { changes, isBack: true });
      endpointIs(line.url);
      const { exitCode, stderr } = await submit('--draft', draftFile, '--yes');
      await line.stop();
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(account.registrations.made.map(({ info }) => info.RegistrationStatus)).toEqual(['SUBMITTED']);
    },
  );

  it('hands in a new version of a denied registration, with every value', async () => {
    const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
    await submit('--draft', draftFile, '--yes');
    const registration = 'registration-made-1';
    account.registrations.decide({ registration, status: 'REQUIRES_UPDATES', reasons: ['INVALID_URL'] });
    expect((await submit('--draft', draftFile, '--yes')).exitCode).toBe(0);
    const versions = account.registrations.made[0]?.versions ?? [];
    expect(versions.map(({ RegistrationVersionStatus: status }) => status)).toEqual(['DENIED', 'SUBMITTED']);
    expect(versions[1]?.values.length).toBe(versions[0]?.values.length);
    expect(await show(registration)).toMatchObject({ status: 'SUBMITTED', denial: { version: 1 } });
  });

  it('goes on with a registration that is named, of the same type alone', async () => {
    const brand = await completeBrand();
    const draftFile = await draft('US_TOLL_FREE_REGISTRATION');
    const named = (id: string) => submit('--draft', draftFile, '--yes', '--registration', id);
    expect((await named(brand)).stderr).toContain('is a US_TEN_DLC_BRAND_REGISTRATION, the draft a US_TOLL');
    expect((await named('registration-9')).stderr).toBe('AWS has no registration registration-9.\n');
    const { info } = account.registrations.create({
      ...{ type: 'US_TOLL_FREE_REGISTRATION', tags: [], token: undefined },
    });
    expect((await named(info.RegistrationId ?? '')).exitCode).toBe(0);
    expect(info.RegistrationStatus).toBe('SUBMITTED');
  });

  it('names those of the same type that are not from this draft', async () => {
    account.registrations.create({ type: 'US_TEN_DLC_BRAND_REGISTRATION', tags: [], token: undefined });
    const { stderr } = await submit('--draft', await draft('US_TEN_DLC_BRAND_REGISTRATION'));
    expect(stderr).toContain('AWS has others of this type: registration-made-1.');
  });
});
