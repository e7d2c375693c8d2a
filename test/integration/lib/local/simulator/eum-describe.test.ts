import type { SNSClient } from '@aws-sdk/client-sns';
import * as lambda from '@aws-sdk/client-lambda';
import * as sdk from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { installMovableClock, type MovableClock } from '../../../../../lib/local/clock';
import { startInvocations } from '../../../../../lib/local/invocations';
import type { LoopbackServer } from '../../../../../lib/local/loopback-server';
import {
  type AwsAccount,
  createAwsAccount,
  FAULT_NAMES,
} from '../../../../../lib/local/simulator/aws-account';
import { type Simulator, startSimulator } from '../../../../../lib/local/simulator/simulator';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { findSchemaFaults } from '../../../../support/aws/sdk-schema';

const NUMBERS = Array.from({ length: 250 }, (_, index) => `+1206555${1_000 + index}`);

let clock: MovableClock;
let account: AwsAccount;
let simulator: Simulator;
let invocations: LoopbackServer;
let eum: sdk.PinpointSMSVoiceV2Client;

beforeAll(async () => {
  clock = installMovableClock(0);
  account = createAwsAccount({
    used: async () => ({
      numbers: NUMBERS.map((number) => ({ accountId: 'acc_1', number, keywordReplies: undefined })),
      pools: [{ accountId: 'acc_1', name: 'pool-rcs-1', countries: undefined }],
      senderIds: [{ accountId: 'acc_1', name: 'ACME', countries: ['DE', 'AT'] }],
      protections: [{ accountId: 'acc_1', id: 'protect-9' }],
    }),
    inboundTopicArn: 'arn:aws:sns:us-east-1:000000000000:inbound',
    receiptTopicArn: 'arn:aws:sns:us-east-1:000000000000:receipts',
    configurationSet: 'ours',
  });
  const log = createQuietLog();
  const sns = {} as SNSClient;
  simulator = await startSimulator({ latencyMs: 0, clock, sns, topics: {}, log, account });
  invocations = await startInvocations({
    ...{ functions: [], invoke: () => Promise.resolve(), log, accessKeyId: 'local', account },
  });
  eum = new sdk.PinpointSMSVoiceV2Client({
    region: 'us-east-1',
    endpoint: simulator.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});
beforeEach(() => {
  account.setFaults([]);
  account.registrations.clear();
});
afterAll(async () => {
  eum.destroy();
  await simulator.stop();
  await invocations.stop();
  clock.uninstall();
});

/** Sends a request by HTTP. */
async function ask(operation: string, input: object = {}): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(simulator.url, {
    method: 'POST',
    headers: {
      'x-amz-target': `PinpointSMSVoiceV2.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
    },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: await answer.json() };
}

const OPERATIONS: Array<[name: string, schema: unknown, input: object]> = [
  ['DescribeAccountAttributes', sdk.DescribeAccountAttributesResult$, {}],
  ['DescribeAccountLimits', sdk.DescribeAccountLimitsResult$, {}],
  ['DescribeSpendLimits', sdk.DescribeSpendLimitsResult$, {}],
  ['DescribePhoneNumbers', sdk.DescribePhoneNumbersResult$, {}],
  ['DescribePools', sdk.DescribePoolsResult$, {}],
  ['DescribeRcsAgents', sdk.DescribeRcsAgentsResult$, {}],
  ['DescribeSenderIds', sdk.DescribeSenderIdsResult$, {}],
  ['DescribeConfigurationSets', sdk.DescribeConfigurationSetsResult$, {}],
  ['DescribeRegistrations', sdk.DescribeRegistrationsResult$, {}],
  ['DescribeProtectConfigurations', sdk.DescribeProtectConfigurationsResult$, {}],
];

describe('what End User Messaging says of the AWS account', () => {
  it.each(OPERATIONS)(
    'is by %s what the SDK has as its schema, whatever is wrong',
    async (name, schema, input) => {
      const faults: string[] = [];
      for (const fault of [undefined, ...FAULT_NAMES]) {
        account.setFaults(fault === undefined ? [] : [fault]);
        const { status, body } = await ask(name, input);
        if (fault === 'no-right-to-look' && status === 400) continue;
        faults.push(...findSchemaFaults(schema, body, `${name} (${fault ?? 'healthy'})`));
      }
      expect(faults).toEqual([]);
    },
  );

  it('is so of a registration that was rejected, and of the countries that are blocked', async () => {
    account.setFaults(['registration-rejected', 'own-country-blocked']);
    const registration = { RegistrationId: 'registration-1', VersionNumbers: [1] };
    const versions = await ask('DescribeRegistrationVersions', registration);
    const rules = { ProtectConfigurationId: 'protect-1', NumberCapability: 'SMS' };
    const countries = await ask('GetProtectConfigurationCountryRuleSet', rules);

    expect([versions.status, countries.status]).toEqual([200, 200]);
    expect([
      ...findSchemaFaults(sdk.DescribeRegistrationVersionsResult$, versions.body),
      ...findSchemaFaults(sdk.GetProtectConfigurationCountryRuleSetResult$, countries.body),
    ]).toEqual([]);
  });

  it('is so of the identities of a pool, and of what a registration is for', async () => {
    account.setFaults(['registration-rejected']);
    const [identities, associations] = await Promise.all([
      ask('ListPoolOriginationIdentities', { PoolId: 'pool-rcs-1' }),
      ask('ListRegistrationAssociations', { RegistrationId: 'registration-1' }),
    ]);
    expect([
      ...findSchemaFaults(sdk.ListPoolOriginationIdentitiesResult$, identities.body),
      ...findSchemaFaults(sdk.ListRegistrationAssociationsResult$, associations.body),
    ]).toEqual([]);
  });

  it('is so of a registration that is made, filled and submitted', async () => {
    const type = { RegistrationType: 'US_TOLL_FREE_REGISTRATION' };
    const id = { RegistrationId: 'registration-made-1' };
    const calls: Array<[name: string, schema: unknown, input: object]> = [
      ['DescribeRegistrationFieldDefinitions', sdk.DescribeRegistrationFieldDefinitionsResult$, type],
      ['CreateRegistration', sdk.CreateRegistrationResult$, { ...type, ClientToken: 'a' }],
      ['ListTagsForResource', sdk.ListTagsForResourceResult$, { ResourceArn: 'none' }],
      [
        'CreateRegistrationAssociation',
        sdk.CreateRegistrationAssociationResult$,
        { ...id, ResourceId: 'phone-1' },
      ],
      ['ListRegistrationAssociations', sdk.ListRegistrationAssociationsResult$, id],
      ['CreateRegistrationAttachment', sdk.CreateRegistrationAttachmentResult$, { AttachmentBody: 'YQ==' }],
      [
        'DescribeRegistrationAttachments',
        sdk.DescribeRegistrationAttachmentsResult$,
        { RegistrationAttachmentIds: ['registration-attachment-1'] },
      ],
      [
        'PutRegistrationFieldValue',
        sdk.PutRegistrationFieldValueResult$,
        { ...id, FieldPath: 'companyInfo.city', TextValue: 'Seattle' },
      ],
      ['DescribeRegistrationFieldValues', sdk.DescribeRegistrationFieldValuesResult$, id],
      ['SubmitRegistrationVersion', sdk.SubmitRegistrationVersionResult$, id],
      ['DescribeRegistrations', sdk.DescribeRegistrationsResult$, {}],
      ['DescribeRegistrationVersions', sdk.DescribeRegistrationVersionsResult$, id],
      ['DescribePhoneNumbers', sdk.DescribePhoneNumbersResult$, {}],
    ];
    const faults: string[] = [];
    for (const [name, schema, input] of calls) {
      const { status, body } = await ask(name, input);
      faults.push(...(status === 200 ? [] : [`${name}: ${status}`]), ...findSchemaFaults(schema, body, name));
    }
    expect(faults).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['PutRegistrationFieldValue', { FieldPath: 'companyInfo.colour', TextValue: 'a' }, 'ValidationException'],
    [
      'PutRegistrationFieldValue',
      { FieldPath: 'companyInfo.state', TextValue: 'x'.repeat(51) },
      'ValidationException',
    ],
    ['CreateRegistrationVersion', {}, 'ConflictException'],
    ['SubmitRegistrationVersion', {}, 'ConflictException'],
    ['CreateRegistrationAssociation', { ResourceId: 'phone-999' }, 'ResourceNotFoundException'],
    ['DescribeRegistrationFieldValues', { RegistrationId: 'none' }, 'ResourceNotFoundException'],
    ['CreateRegistration', { RegistrationType: 'NONE' }, 'ValidationException'],
  ])('refuses %s with %j by %s', async (operation, input, name) => {
    account.registrations.clear();
    await ask('CreateRegistration', { RegistrationType: 'US_TOLL_FREE_REGISTRATION' });
    const { status, body } = await ask(operation, { RegistrationId: 'registration-made-1', ...input });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ __type: expect.stringContaining(name) as string }),
    ]);
  });

  it('comes in pages', async () => {
    const pages: number[] = [];
    const found: string[] = [];
    for await (const page of sdk.paginateDescribePhoneNumbers({ client: eum }, {})) {
      pages.push(page.PhoneNumbers?.length ?? 0);
      found.push(...(page.PhoneNumbers ?? []).map(({ PhoneNumber: number = '' }) => number));
    }
    expect(pages).toEqual([100, 100, 50]);
    expect(found).toEqual(NUMBERS);
    const { PhoneNumbers: [first] = [] } = await eum.send(
      new sdk.DescribePhoneNumbersCommand({ MaxResults: 1 }),
    );
    expect(first?.CreatedTimestamp).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it.each([
    [
      new sdk.DescribeConfigurationSetsCommand({ ConfigurationSetNames: ['theirs'] }),
      'ResourceNotFoundException',
    ],
    [new sdk.DescribeRegistrationVersionsCommand({ RegistrationId: 'none' }), 'ResourceNotFoundException'],
    [new sdk.DescribePhoneNumbersCommand({ PhoneNumberIds: ['phone-1'] }), 'ValidationException'],
    [new sdk.DescribePhoneNumbersCommand({ MaxResults: 101 }), 'ValidationException'],
    [new sdk.DescribePhoneNumbersCommand({ NextToken: 'x' }), 'ValidationException'],
    [new sdk.ListPoolOriginationIdentitiesCommand({ PoolId: 'pool-2' }), 'ResourceNotFoundException'],
    [new sdk.DescribeOptOutListsCommand({}), 'UnknownOperationException'],
  ])('is an exception for what it does not know: %#', async (command, name) => {
    await expect(eum.send(command as sdk.DescribePoolsCommand)).rejects.toMatchObject({ name });
  });

  it('is refused to those without the right', async () => {
    account.setFaults(['no-right-to-look']);

    await expect(eum.send(new sdk.DescribeSpendLimitsCommand({}))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });
});

describe('what Lambda says of the AWS account', () => {
  const ask = () =>
    fetch(`${invocations.url}/2016-08-19/account-settings`, {
      headers: { authorization: 'Credential=local/' },
    });

  it('is what the SDK has as its schema', async () => {
    const answer = await ask();
    const body = await answer.json();

    expect([answer.status, findSchemaFaults(lambda.GetAccountSettingsResponse$, body)]).toEqual([200, []]);
    expect(body).toMatchObject({ AccountLimit: { ConcurrentExecutions: 1_000 } });
  });

  it('is refused to those without the right', async () => {
    account.setFaults(['no-right-to-look']);
    expect((await ask()).status).toBe(403);
  });
});

it('finds what an answer has wrong', () => {
  const number = { PhoneNumber: 1, Status: 'ACTIVE', Colour: 'red' };
  const faults = findSchemaFaults(sdk.DescribePhoneNumbersResult$, { PhoneNumbers: [number] }, 'answer');

  expect(faults).toEqual(
    expect.arrayContaining([
      'answer.PhoneNumbers[0].PhoneNumberArn is missing',
      'answer.PhoneNumbers[0].PhoneNumber is no string',
      'answer.PhoneNumbers[0].Colour is unknown',
    ]),
  );
});
