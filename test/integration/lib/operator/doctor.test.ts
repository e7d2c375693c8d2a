import type { Finding } from '../../../../shared/platform/finding';
import { createAccount } from '../../../../shared/accounts/create-account';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { inviteUser } from '../../../../shared/users/manage-users';
import { startSession } from '../../../../shared/users/session';
import { createSender, deleteSender } from '../../../../shared/senders/sender-store';
import { parseMember, type Sender } from '../../../../shared/senders/sender';
import { updateAccount } from '../../../../shared/accounts/account-store';
import { addNumber, updateNumber } from '../../../../shared/senders/number-store';
import { pauseService, resumeService } from '../../../../shared/senders/pause-sending';
import { outboxItem } from '../../../../shared/outbox/outbox';
import { RELEASE } from '../../../../shared/platform/release';
import { type AwsStandIn, pointSdkAt, startAwsStandIn } from '../../../support/aws/aws-stand-in';
import { callHandler } from '../../../support/routes/call-handler';
import { sessionHeaders } from '../../../support/console/console-user';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { runScript } from '../../../support/run/run-script';
import { runOperatorWith } from './operator-fixture';

const NUMBER = '+12065550100';
const INBOUND = 'arn:aws:sns:us-east-1:111122223333:inbound';
const RECEIPTS = 'arn:aws:sns:us-east-1:111122223333:receipts';
const HEALTHY_NUMBER = {
  PhoneNumberArn: 'arn:aws:sms-voice:us-east-1:111122223333:phone-number/phone-1',
  PhoneNumberId: 'phone-1',
  PhoneNumber: NUMBER,
  Status: 'ACTIVE',
  IsoCountryCode: 'US',
  MessageType: 'TRANSACTIONAL',
  NumberCapabilities: ['SMS', 'MMS'],
  NumberType: 'TEN_DLC',
  MonthlyLeasingPrice: '1.00',
  TwoWayEnabled: true,
  TwoWayChannelArn: INBOUND,
  SelfManagedOptOutsEnabled: true,
  OptOutListName: 'Default',
  DeletionProtectionEnabled: true,
};
const DESTINATION = {
  EventDestinationName: 'receipts',
  Enabled: true,
  MatchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL', 'RCS_ALL'],
  SnsDestination: { TopicArn: RECEIPTS },
};

const NEEDED = {
  tableReadUnits: 40_000,
  tableWriteUnits: 40_000,
  requests: 5_000,
  eventCalls: 1_000,
  events: 10_000,
};
/** Quotas that the stage needs, by the codes at AWS. */
const QUOTAS: Record<string, number> = {
  'dynamodb/L-CF0CBE56': 40_000,
  'dynamodb/L-AB614373': 40_000,
  'apigateway/L-8A5B8E43': 5_000,
  'events/L-9B653E91': 1_000,
  'events/L-5540C5E3': 10_000,
};

let engine: TestEngine;
let aws: AwsStandIn;
let accountId: string;

beforeAll(async () => {
  [engine, aws] = await Promise.all([startEngine(), startAwsStandIn()]);
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const account = await createAccount(deps, { name: 'Acme' });
  accountId = account.id;
  await addNumber(deps, { accountId, number: NUMBER, status: 'Active' });
  pointSdkAt({
    ...{ CLOUDFORMATION: aws.url, PINPOINT_SMS_VOICE_V2: aws.url, LAMBDA: aws.url, SERVICE_QUOTAS: aws.url },
    DYNAMODB: engine.endpoint,
  });
});
afterAll(async () => {
  await aws.stop();
  await engine.stop();
});

beforeEach(() => {
  const describe = (name: string, output: object) => (aws.answers[name] = () => output);
  for (const name of Object.keys(aws.answers)) Reflect.deleteProperty(aws.answers, name);
  aws.asked.splice(0);
  describe('DescribeStacks', {
    ...{ TableName: engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'eum' },
    ...{ InboundTopicArn: INBOUND, ReceiptTopicArn: RECEIPTS, ConfigurationSetName: 'ours' },
    LeastConcurrency: '218',
    NeededQuotas: JSON.stringify(NEEDED),
    ...{ Release: RELEASE, TimeZones: '2026f' },
  });
  quotasAre({});
  describe('DescribeAccountAttributes', {
    AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'PRODUCTION' }],
  });
  describe('DescribeSpendLimits', {
    SpendLimits: [
      { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 500, MaxLimit: 500, Overridden: false },
      { Name: 'MEDIA_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 500, MaxLimit: 500, Overridden: false },
    ],
  });
  describe('DescribePhoneNumbers', { PhoneNumbers: [HEALTHY_NUMBER] });
  describe('DescribeConfigurationSets', {
    ConfigurationSets: [{ ConfigurationSetName: 'ours', EventDestinations: [DESTINATION] }],
  });
  describe('GetAccountSettings', {
    AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 965 },
  });
});

async function run(verb = ['aws', '--stack', 'Messaging-prod', '--json']) {
  const outcome = await runOperatorWith({ environment: process.env }, ['doctor', ...verb]);
  const { exitCode, stdout, stderr } = outcome;
  const findings = stdout === '' ? [] : (JSON.parse(stdout) as Finding[]);
  return { exitCode, stderr, findings, bad: findings.filter(({ state }) => state !== 'ok') };
}

const deps = () => ({ table: engine.table, clock: systemClock, ids: createIds(systemClock) });
const answer = (name: string, output: object) => (aws.answers[name] = () => output);
/** Sets quotas of the account, and AWS's defaults; one without either does not exist. */
function quotasAre(own: Record<string, number>, defaults: Record<string, number> = {}): void {
  const answerWith = (operation: string, values: Record<string, number>) => {
    aws.answers[operation] = ({ ServiceCode, QuotaCode }) => {
      const value = values[`${String(ServiceCode)}/${String(QuotaCode)}`];
      return value === undefined ? { exception: 'NoSuchResourceException' } : { Quota: { Value: value } };
    };
  };
  answerWith('GetServiceQuota', { ...QUOTAS, ...own });
  answerWith('GetAWSDefaultServiceQuota', defaults);
}
const aboutNumber = (changes: object) =>
  answer('DescribePhoneNumbers', { PhoneNumbers: [{ ...HEALTHY_NUMBER, ...changes }] });

it('finds nothing where everything is as it must be', async () => {
  const { exitCode, findings, bad } = await run();

  expect([exitCode, bad]).toEqual([0, []]);
  expect(findings.map(({ check }) => check)).toEqual([
    'sandbox',
    'spend limit SMS',
    'spend limit MMS',
    `number ${NUMBER}`,
    'registrations',
    'configuration set',
    'protect configuration',
    'quotas',
    'Lambda concurrency',
    'quota of read units of a table',
    'quota of write units of a table',
    'quota of API requests',
    'quota of PutEvents',
    'quota of events handed on',
    'sending',
    'work',
    'release',
    'time zones',
  ]);
  expect(findings.at(-2)).toEqual({ check: 'release', state: 'ok', finding: `${RELEASE}.` });
  expect(findings.at(-1)).toEqual({ check: 'time zones', state: 'ok', finding: 'IANA 2026f.' });
});

it.each([
  [
    'time zones',
    { TimeZones: '2025c' },
    /^The stack goes by IANA 2025c, this copy of the project by IANA 2026f: /,
  ],
  [
    'time zones',
    { TimeZones: undefined },
    /^The stack goes by an unknown release, this copy of the project by IANA 2026f: /,
  ],
  ['release', { Release: '0.9.0' }, /^The stack runs 0\.9\.0, this copy of the project is [\d.]+/],
  ['release', { Release: undefined }, /^The stack runs an unknown release, this copy of the project is /],
])('warns of a stack that goes by another release: %s, %j', async (check, output, finding) => {
  const outputs = {
    ...{ TableName: engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'eum' },
    ...{ InboundTopicArn: INBOUND, ReceiptTopicArn: RECEIPTS, ConfigurationSetName: 'ours' },
    ...{ Release: RELEASE, TimeZones: '2026f' },
    ...output,
  };
  answer(
    'DescribeStacks',
    Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== undefined)),
  );

  expect(await run()).toMatchObject({
    exitCode: 0,
    bad: [{ check, state: 'warning', finding: expect.stringMatching(finding) as string }],
  });
});

it('ends with 1 at a problem, and says what to do', async () => {
  answer('DescribeAccountAttributes', { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'SANDBOX' }] });

  expect(await run()).toMatchObject({
    exitCode: 1,
    stderr: 'Problems: 1.\n',
    bad: [
      {
        check: 'sandbox',
        state: 'problem',
        advice: 'Ask AWS Support for production access, for End User Messaging SMS in this region.',
      },
    ],
  });
});

describe('a number', () => {
  it.each<[object, string, RegExp, RegExp]>([
    [{ Status: 'PENDING' }, 'problem', /PENDING/, /activated/],
    [{ NumberCapabilities: ['VOICE'] }, 'problem', /cannot send SMS/, /capability SMS/],
    [
      { TwoWayEnabled: false },
      'problem',
      /Two-way SMS is off/,
      /--two-way-channel-arn arn:aws:sns:.*:inbound/,
    ],
    [
      { TwoWayChannelArn: 'arn:aws:sns:us-east-1:1:other' },
      'problem',
      /:other, not to this service/,
      /phone-1/,
    ],
    [
      { SelfManagedOptOutsEnabled: false },
      'warning',
      /AWS keeps STOP to itself \(opt-out list Default\)/,
      /--self-managed-opt-outs-enabled/,
    ],
    [
      { DeletionProtectionEnabled: false },
      'warning',
      /no deletion protection/,
      /--deletion-protection-enabled/,
    ],
  ])('with %j is a %s', async (changes, state, finding, advice) => {
    aboutNumber(changes);

    expect((await run()).bad).toEqual([
      {
        check: `number ${NUMBER}`,
        state,
        finding: expect.stringMatching(finding) as string,
        advice: expect.stringMatching(advice) as string,
      },
    ]);
  });

  it('has the daily cap that AWS tells of T-Mobile, or a lower one', async () => {
    const limits = (parts: number) => ({ MessagingLimits: { DailyMessageCaps: { 'T-MOBILE': parts } } });
    const setCap = (dailyCap: number | null) =>
      updateNumber(engine.table, { accountId, number: NUMBER, dailyCap });
    aboutNumber(limits(2_000));
    expect((await run()).bad).toMatchObject([
      {
        state: 'warning',
        finding:
          'T-Mobile takes 2000 texts of its brand in a day, and it has no daily cap here: what is beyond that is lost.',
        advice: `operator number set --account ${accountId} --number ${NUMBER} --daily-cap 2000`,
      },
    ]);
    await setCap(2_001);
    expect((await run()).bad).toMatchObject([{ state: 'warning' }]);
    await setCap(2_000);
    expect((await run()).bad).toEqual([]);
    await setCap(null);
  });

  it('that AWS does not have is a problem, on whichever page it would be', async () => {
    aws.answers.DescribePhoneNumbers = ({ NextToken: token }) =>
      token === undefined
        ? { PhoneNumbers: [{ ...HEALTHY_NUMBER, PhoneNumber: '+12065550199' }], NextToken: 'more' }
        : { PhoneNumbers: [] };

    expect((await run()).bad).toMatchObject([
      {
        state: 'problem',
        finding: `${accountId} sends from it, and AWS does not have it in this account and region.`,
      },
    ]);
    expect(aws.asked.filter((operation) => operation === 'DescribePhoneNumbers').length).toBeGreaterThan(1);
  });
});

describe('a pool', () => {
  const POOL = {
    ...{ PoolArn: 'arn:pool', PoolId: 'pool-1', Status: 'ACTIVE', MessageType: 'TRANSACTIONAL' },
    ...{ TwoWayEnabled: true, TwoWayChannelArn: INBOUND, SelfManagedOptOutsEnabled: true },
    ...{ OptOutListName: 'Default', SharedRoutesEnabled: false, DeletionProtectionEnabled: true },
  };
  const OWN = {
    ...{
      OriginationIdentityArn: 'arn:aws:sms-voice:us-east-1:1:phone-number/phone-1',
      OriginationIdentity: 'phone-1',
    },
    ...{ IsoCountryCode: 'US', NumberCapabilities: ['SMS'], PhoneNumber: NUMBER },
  };
  const AGENT = {
    ...{
      OriginationIdentityArn: 'arn:aws:sms-voice:us-east-1:1:rcs-agent/rcs-1',
      OriginationIdentity: 'rcs-1',
    },
    ...{ IsoCountryCode: 'US', NumberCapabilities: ['RCS'] },
  };
  const LAUNCHED = {
    RcsAgentArn: 'arn:rcs',
    RcsAgentId: 'rcs-1',
    Status: 'ACTIVE',
    SelfManagedOptOutsEnabled: false,
  };
  let sender: Sender;

  const use = async (...members: string[]) => {
    sender = await createSender(deps(), {
      accountId,
      content: { name: 'Shop', members: members.map((raw) => parseMember(raw)!) },
    });
  };
  beforeEach(() => {
    answer('DescribePools', { Pools: [POOL] });
    answer('ListPoolOriginationIdentities', { OriginationIdentities: [OWN, AGENT] });
    answer('DescribeRcsAgents', { RcsAgents: [LAUNCHED] });
  });
  afterEach(() => deleteSender(deps(), { accountId, senderId: sender.id }));

  it('that is as it must be is told of, with its agent', async () => {
    await use('pool:pool-1=US');
    const { exitCode, findings, bad } = await run();
    expect([exitCode, bad]).toEqual([0, []]);
    expect(findings).toEqual(
      expect.arrayContaining([
        { check: 'RCS agent rcs-1', state: 'ok', finding: 'ACTIVE; AWS keeps who texts STOP to it.' },
      ]),
    );
  });

  it('that AWS does not have is a problem', async () => {
    await use('pool:pool-2');
    expect((await run()).bad).toMatchObject([{ check: 'pool pool-2', state: 'problem' }]);
  });

  it.each<[string, object, string, RegExp]>([
    ['that is being deleted', { Status: 'DELETING' }, 'problem', /DELETING/],
    ['without two-way SMS', { TwoWayEnabled: false }, 'problem', /Two-way SMS is off/],
    [
      'whose texts go elsewhere',
      { TwoWayChannelArn: 'arn:other' },
      'problem',
      /arn:other, not to this service/,
    ],
    ['that keeps STOP', { SelfManagedOptOutsEnabled: false }, 'warning', /AWS keeps STOP/],
    ['that can be deleted', { DeletionProtectionEnabled: false }, 'warning', /no deletion protection/],
  ])('%s is told', async (_title, changes, state, finding) => {
    await use('pool:pool-1');
    answer('DescribePools', { Pools: [{ ...POOL, ...changes }] });
    expect((await run()).bad).toMatchObject([
      { check: 'pool pool-1', state, finding: expect.stringMatching(finding) as string },
    ]);
  });

  it.each<[string, object[], string, RegExp]>([
    ['nothing', [], 'problem', /It is empty/],
    [
      'a number of nobody',
      [OWN, { ...OWN, PhoneNumber: '+12065550111' }],
      'problem',
      /\+12065550111\. A STOP/,
    ],
    ['an agent alone', [AGENT], 'warning', /no number: phones without RCS/],
    [
      'no number of a country',
      [{ ...OWN, IsoCountryCode: 'CA' }],
      'warning',
      /of US, where a sender uses it/,
    ],
  ])('that holds %s is told', async (_title, identities, state, finding) => {
    await use('pool:pool-1=US');
    answer('ListPoolOriginationIdentities', { OriginationIdentities: identities });
    expect((await run()).bad).toContainEqual(
      expect.objectContaining({
        check: 'pool pool-1',
        state,
        finding: expect.stringMatching(finding) as string,
      }),
    );
  });

  it.each<[object, string, RegExp]>([
    [{ Status: 'PARTIAL' }, 'warning', /PARTIAL: not every carrier/],
    [{ SelfManagedOptOutsEnabled: true }, 'problem', /a STOP is lost/],
  ])('has an agent with %j', async (changes, state, finding) => {
    await use('pool:pool-1');
    answer('DescribeRcsAgents', { RcsAgents: [{ ...LAUNCHED, ...changes }] });
    expect((await run()).bad).toMatchObject([
      { check: 'RCS agent rcs-1', state, finding: expect.stringMatching(finding) as string },
    ]);
  });

  it('with an agent needs the receipts of RCS', async () => {
    await use('pool:pool-1');
    const EventDestinations = [{ ...DESTINATION, MatchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL'] }];
    answer('DescribeConfigurationSets', {
      ConfigurationSets: [{ ConfigurationSetName: 'ours', EventDestinations }],
    });
    expect((await run()).bad).toMatchObject([
      { check: 'pool pool-1', state: 'problem', finding: expect.stringContaining('RCS_ALL') as string },
    ]);
  });

  it.each<[string, string, object[], string | undefined, RegExp]>([
    ['registered', 'id:ACME=DE', [{ IsoCountryCode: 'DE', Registered: true }], undefined, /^$/],
    [
      'whose registration goes on',
      'id:ACME=DE',
      [{ IsoCountryCode: 'DE', Registered: false, RegistrationId: 'registration-1' }],
      'problem',
      /registration in DE is not complete/,
    ],
    [
      'of another country only',
      'id:ACME=DE,GB',
      [{ IsoCountryCode: 'DE', Registered: true }],
      'warning',
      /for GB/,
    ],
    ['used in the US', 'id:ACME=US', [], 'problem', /in US; carriers/],
    ['used everywhere', 'id:ACME', [], 'problem', /everywhere; carriers/],
  ])('is no matter of a sender id %s', async (_title, member, found, state, finding) => {
    await use(member);
    answer('DescribeSenderIds', { SenderIds: found.map((one) => ({ SenderId: 'ACME', ...one })) });
    const { bad } = await run();
    expect(bad.map((one) => [one.check, one.state])).toEqual(
      state === undefined ? [] : [['sender id ACME', state]],
    );
    expect(bad.map((one) => one.finding).join()).toMatch(finding);
  });

  it('has no part in what an account without senders is asked for', async () => {
    await use(NUMBER);
    await run();
    expect(aws.asked.filter((operation) => /Pool|SenderIds|Rcs/.test(operation))).toEqual([]);
  });
});

describe('a protect configuration of an account', () => {
  const protect = (protection: string | null) =>
    updateAccount({ table: engine.table, accountId, changes: { protection } });
  beforeEach(() => protect('protect-9'));
  afterEach(() => protect(null));
  const rules = (US: string) =>
    answer('GetProtectConfigurationCountryRuleSet', { CountryRuleSet: { US: { ProtectStatus: US } } });

  it('has to exist', async () => {
    expect((await run()).bad).toMatchObject([
      {
        check: `protect configuration of ${accountId}`,
        state: 'problem',
        finding: 'AWS does not have protect-9: every text of the account is failed / provider_misconfigured.',
      },
    ]);
  });

  it('must not block the countries of its numbers', async () => {
    answer('DescribeProtectConfigurations', {
      ProtectConfigurations: [{ ProtectConfigurationId: 'protect-9', AccountDefault: false }],
    });
    rules('ALLOW');
    expect((await run()).bad).toEqual([]);
    rules('BLOCK');
    expect((await run()).bad).toMatchObject([
      {
        check: `protect configuration of ${accountId}`,
        finding: 'protect-9 blocks US, where the service has numbers.',
      },
    ]);
  });

  it('takes the place of the default one, which may block what it likes', async () => {
    answer('DescribeProtectConfigurations', {
      ProtectConfigurations: [
        { ProtectConfigurationId: 'protect-1', AccountDefault: true },
        { ProtectConfigurationId: 'protect-9', AccountDefault: false },
      ],
    });
    aws.answers.GetProtectConfigurationCountryRuleSet = ({ ProtectConfigurationId: id }) => ({
      CountryRuleSet: { US: { ProtectStatus: id === 'protect-1' ? 'BLOCK' : 'ALLOW' } },
    });
    expect((await run()).bad).toMatchObject([{ check: 'protect configuration', state: 'warning' }]);
  });
});

describe('the AWS account', () => {
  it.each<[string, object, string, string, RegExp]>([
    [
      'DescribeSpendLimits',
      {
        SpendLimits: [
          { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 1, MaxLimit: 1, Overridden: false },
        ],
      },
      'spend limit SMS',
      'problem',
      /^\$1 a month/,
    ],
    [
      'DescribeSpendLimits',
      {
        SpendLimits: [
          { Name: 'MEDIA_MESSAGE_MONTHLY_SPEND_LIMIT', EnforcedLimit: 5, MaxLimit: 50, Overridden: true },
        ],
      },
      'spend limit MMS',
      'warning',
      /^\$5 a month, of at most \$50\. Sending stops/,
    ],
    [
      'DescribeAccountLimits',
      { AccountLimits: [{ Name: 'PHONE_NUMBERS', Used: 9, Max: 10 }] },
      'quota PHONE_NUMBERS',
      'warning',
      /^9 of 10/,
    ],
    [
      'GetAccountSettings',
      { AccountLimit: { ConcurrentExecutions: 10 } },
      'Lambda concurrency',
      'problem',
      /^10 /,
    ],
    [
      'GetAccountSettings',
      { AccountLimit: { ConcurrentExecutions: 999 } },
      'Lambda concurrency',
      'warning',
      /^999 /,
    ],
  ])('%s %j: %s is a %s', async (operation, output, check, state, finding) => {
    answer(operation, output);

    expect((await run()).bad).toMatchObject([
      { check, state, finding: expect.stringMatching(finding) as string },
    ]);
  });

  it.each([
    ['10', 9, 'problem', 1_000],
    ['10', 10, 'warning', 1_000],
    ['218', 217, 'problem', 1_000],
    ['218', 218, 'warning', 1_000],
    ['218', 1_000, 'ok', undefined],
    ['2081', 2_080, 'problem', 5_000],
    ['2081', 4_999, 'warning', 5_000],
    ['2081', 5_000, 'ok', undefined],
    // Output of a stack without its least concurrency.
    ['', 999, 'warning', 1_000],
    ['', 1_000, 'ok', undefined],
  ])('of a stack that takes %s is with a concurrency of %d: %s', async (least, total, state, asked) => {
    answer('DescribeStacks', {
      ...{ TableName: engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'eum' },
      ...{ InboundTopicArn: INBOUND, ReceiptTopicArn: RECEIPTS, ConfigurationSetName: 'ours' },
      ...(least !== '' && { LeastConcurrency: least }),
    });
    answer('GetAccountSettings', { AccountLimit: { ConcurrentExecutions: total } });

    const found = (await run()).findings.find(({ check }) => check === 'Lambda concurrency');
    expect([found?.state, found?.advice?.split(' ').at(-1)]).toEqual([state, asked && String(asked)]);
  });

  it.each([
    ['dynamodb', 'L-CF0CBE56', 'quota of read units of a table', 40_000, 'problem'],
    ['dynamodb', 'L-AB614373', 'quota of write units of a table', 40_000, 'problem'],
    ['apigateway', 'L-8A5B8E43', 'quota of API requests', 5_000, 'warning'],
    ['events', 'L-9B653E91', 'quota of PutEvents', 1_000, 'warning'],
    ['events', 'L-5540C5E3', 'quota of events handed on', 10_000, 'warning'],
  ])('of a quota %s %s below what the stage needs: %s %d is a %s', async (...row) => {
    const [serviceCode, quotaCode, check, needed, state] = row;
    quotasAre({ [`${serviceCode}/${quotaCode}`]: needed - 1 });
    expect((await run()).bad).toMatchObject([
      {
        ...{ check, state },
        finding: expect.stringContaining(
          `${needed - 1} a second; the stage is made for ${needed}.`,
        ) as string,
        advice: `aws service-quotas request-service-quota-increase --service-code ${serviceCode} --quota-code ${quotaCode} --desired-value ${needed}`,
      },
    ]);
  });

  it('counts the default of a quota that the account has no value of', async () => {
    const defaults: Record<string, number> = { ...QUOTAS, 'apigateway/L-8A5B8E43': 4_999 };
    aws.answers.GetServiceQuota = () => ({ exception: 'NoSuchResourceException' });
    aws.answers.GetAWSDefaultServiceQuota = ({ ServiceCode, QuotaCode }) => ({
      Quota: { Value: defaults[`${String(ServiceCode)}/${String(QuotaCode)}`] },
    });
    expect((await run()).bad).toMatchObject([{ check: 'quota of API requests', state: 'warning' }]);
  });

  it('is not asked for quotas that an earlier release did not tell', async () => {
    answer('DescribeStacks', {
      ...{ TableName: engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'eum' },
      ...{ InboundTopicArn: INBOUND, ReceiptTopicArn: RECEIPTS, ConfigurationSetName: 'ours' },
      ...{ LeastConcurrency: '218', Release: RELEASE, TimeZones: '2026f' },
    });
    expect((await run()).bad).toEqual([]);
    expect(aws.asked).not.toContain('GetServiceQuota');
  });

  it('tells before a deployment whether its quotas suffice for a stage', async () => {
    const quotas = async (stage: string) => {
      const { exitCode, stdout, stderr } = await runScript(
        'bin/operator.ts',
        ['doctor', 'quotas', '--stage', stage, '--json'],
        { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
      );
      const findings = stdout === '' ? [] : (JSON.parse(stdout) as Finding[]);
      return { exitCode, stderr, bad: findings.filter(({ state }) => state !== 'ok') };
    };
    const enough = { 'dynamodb/L-AB614373': 4_000, 'apigateway/L-8A5B8E43': 1_000, 'events/L-9B653E91': 100 };
    quotasAre({ ...enough, 'dynamodb/L-CF0CBE56': 12_000, 'events/L-5540C5E3': 1_000 });
    expect(await quotas('prod')).toEqual({ exitCode: 0, stderr: '', bad: [] });
    expect(aws.asked).not.toContain('DescribeStacks');

    quotasAre({ ...enough, 'dynamodb/L-AB614373': 3_999 });
    answer('GetAccountSettings', { AccountLimit: { ConcurrentExecutions: 217 } });
    expect(await quotas('prod')).toMatchObject({
      exitCode: 1,
      stderr: 'Problems: 2.\n',
      bad: [{ check: 'Lambda concurrency' }, { check: 'quota of write units of a table' }],
    });
    expect(await quotas('none')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        '--stage none: there is no stages/none.ts; there are dev, prod',
      ) as string,
    });
  });

  it('has quotas of End User Messaging, which are shown', async () => {
    answer('DescribeAccountLimits', {
      AccountLimits: [
        { Name: 'PHONE_NUMBERS', Used: 3, Max: 25 },
        { Name: 'POOLS', Used: 0, Max: 0 },
        { Name: 'CONFIGURATION_SETS', Used: 1, Max: 25 },
      ],
    });
    const { findings } = await run();
    expect(findings.find(({ check }) => check === 'quotas')?.finding).toBe(
      'None of the quotas of End User Messaging is nearly used up (PHONE_NUMBERS 3 of 25, CONFIGURATION_SETS 1 of 25).',
    );
  });

  it('tells why a registration was rejected', async () => {
    answer('DescribeRegistrations', {
      Registrations: [
        {
          ...{ RegistrationId: 'registration-1', RegistrationType: 'US_TEN_DLC_CAMPAIGN_REGISTRATION' },
          ...{
            RegistrationStatus: 'REQUIRES_UPDATES',
            CurrentVersionNumber: 2,
            LatestDeniedVersionNumber: 1,
          },
        },
      ],
    });
    answer('DescribeRegistrationVersions', {
      RegistrationVersions: [
        {
          VersionNumber: 1,
          RegistrationVersionStatus: 'DENIED',
          DeniedReasons: [
            { Reason: 'R1', ShortDescription: 'No opt-in.', LongDescription: 'The sample lacks a STOP.' },
          ],
        },
      ],
    });

    expect((await run()).bad).toMatchObject([
      {
        check: 'registration registration-1',
        state: 'problem',
        finding: 'US_TEN_DLC_CAMPAIGN_REGISTRATION was rejected: No opt-in. The sample lacks a STOP.',
      },
    ]);
    answer('ListRegistrationAssociations', {
      RegistrationAssociations: [
        { ResourceId: 'phone-1', ResourceType: 'phone-number', IsoCountryCode: 'US', PhoneNumber: NUMBER },
        { ResourceId: 'ACME', ResourceType: 'sender-id', IsoCountryCode: 'GB' },
      ],
    });
    expect((await run()).bad).toMatchObject([
      {
        finding: expect.stringMatching(
          /lacks a STOP\. It is for \+12065550100 \(US\), ACME \(GB\)\.$/,
        ) as string,
      },
    ]);
  });

  it('is not set up without a configuration set that publishes to the receipt topic', async () => {
    answer('DescribeConfigurationSets', {
      ConfigurationSets: [
        {
          ConfigurationSetName: 'ours',
          EventDestinations: [{ ...DESTINATION, MatchingEventTypes: ['TEXT_ALL'] }],
        },
      ],
    });
    expect((await run()).bad).toMatchObject([
      { state: 'problem', finding: expect.stringContaining('does not publish MEDIA_ALL') as string },
    ]);

    answer('DescribeConfigurationSets', { exception: 'ResourceNotFoundException' });
    expect((await run()).bad).toMatchObject([
      { state: 'problem', finding: 'AWS does not have ours: sends are refused.' },
    ]);
  });

  it('blocks a country that the service has numbers of', async () => {
    answer('DescribeProtectConfigurations', {
      ProtectConfigurations: [{ ProtectConfigurationId: 'protect-1', AccountDefault: true }],
    });
    const rules = (US: string) =>
      answer('GetProtectConfigurationCountryRuleSet', {
        CountryRuleSet: { US: { ProtectStatus: US }, CU: { ProtectStatus: 'BLOCK' } },
      });
    rules('BLOCK');
    expect((await run()).bad).toMatchObject([
      { state: 'problem', finding: 'protect-1 blocks US, where the service has numbers.' },
    ]);

    rules('ALLOW');
    expect((await run()).bad).toMatchObject([{ state: 'warning', check: 'protect configuration' }]);
  });

  it('is looked at as far as the rights go', async () => {
    answer('DescribeSpendLimits', { exception: 'AccessDeniedException', message: 'Not allowed.' });

    expect(await run()).toMatchObject({
      exitCode: 1,
      stderr: 'Could not be looked at: 1.\n',
      bad: [
        {
          check: 'spend limits',
          state: 'unknown',
          finding: 'AWS refused the credentials: Not allowed.',
          advice: 'It takes sms-voice:DescribeSpendLimits.',
        },
      ],
    });
  });
});

it('is shown to operators in the console', async () => {
  engine.setEnvironment();
  Object.assign(process.env, {
    ...{ PROVIDER: 'eum', EUM_CONFIGURATION_SET: 'ours' },
    ...{ INBOUND_TOPIC_ARN: INBOUND, RECEIPT_TOPIC_ARN: RECEIPTS, LEAST_CONCURRENCY: '218' },
    NEEDED_QUOTAS: JSON.stringify(NEEDED),
  });
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const invited = await inviteUser(deps, { email: 'ada@example.com', access: 'operator' });
  if (!invited.invited) throw new Error(invited.refusal);
  const token = await startSession(deps, invited.user.id);
  const { handler } = await import('../../../../functions/console/operator');
  aboutNumber({ TwoWayEnabled: false });

  const { status, body } = await callHandler(handler, {
    ...{ method: 'GET', path: '/console/api/operator/doctor', headers: sessionHeaders({ token }) },
  });

  const { findings } = await run();
  expect([status, body]).toEqual([200, { results: findings }]);
  expect(findings).toContainEqual(expect.objectContaining({ state: 'problem', check: `number ${NUMBER}` }));
});

describe('whether the service runs', () => {
  const bad = async () => {
    const { exitCode, findings } = await run();
    return [
      exitCode,
      findings.filter(({ state }) => state !== 'ok').map(({ state, check }) => [state, check]),
    ];
  };

  it('is checked of a service that does not send by AWS too, which asks AWS nothing', async () => {
    answer('DescribeStacks', {
      ...{ TableName: engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'simulator' },
      ...{ Release: RELEASE, TimeZones: '2026f' },
    });
    const { exitCode, findings } = await run();
    expect([exitCode, findings.map(({ state, check }) => [state, check])]).toEqual([
      0,
      ['provider', 'sending', 'work', 'release', 'time zones'].map((check) => ['ok', check]),
    ]);
    expect(aws.asked).toEqual(['DescribeStacks']);
  });

  it('is a warning while all accounts are paused', async () => {
    const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
    await pauseService(deps, { reason: undefined });
    expect(await bad()).toEqual([0, [['warning', 'sending']]]);
    await resumeService(deps);
    expect(await bad()).toEqual([0, []]);
  });

  it('is a problem when work is overdue', async () => {
    const dueSince = (minutes: number) => {
      const entry = { kind: 'message' as const, messageId: 'msg_1', accountId };
      const now = new Date(Date.now() - minutes * 60_000);
      return engine.table.put({ Item: outboxItem({ id: 'out_1', entry, now }) });
    };
    await dueSince(2);
    expect(await bad()).toEqual([0, []]);
    await dueSince(4);
    expect(await bad()).toEqual([1, [['problem', 'work: events']]]);
    await engine.table.batchDelete([{ pk: 'OUTBOX#out_1', sk: 'OUTBOX' }]);
  });
});
