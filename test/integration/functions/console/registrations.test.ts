import { createForm } from '../../../../shared/opt-in-forms/change-forms';
import { createAccount } from '../../../../shared/accounts/create-account';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { lookAtRegistrations } from '../../../../shared/platform/provider/eum/registrations/look-at-registrations';
import { startSession } from '../../../../shared/users/session';
import { inviteUser } from '../../../../shared/users/manage-users';
import { type AwsStandIn, pointSdkAt, startAwsStandIn } from '../../../support/aws/aws-stand-in';
import { sessionHeaders } from '../../../support/console/console-user';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { callHandler } from '../../../support/routes/call-handler';

/** Tests of the operators' routes of registrations. **Source:** rules E6. */
const ID = 'registration-1';
const TEXT = expect.any(String) as string;
const SUBMITTED_SECONDS = Date.parse('2026-03-01T12:00:00.000Z') / 1_000;
const DENIED_SECONDS = Date.parse('2026-03-02T12:00:00.000Z') / 1_000;

let engine: TestEngine;
let aws: AwsStandIn;
let token: string;

beforeAll(async () => {
  [engine, aws] = await Promise.all([startEngine(), startAwsStandIn()]);
  pointSdkAt({ PINPOINT_SMS_VOICE_V2: aws.url, DYNAMODB: engine.endpoint });
  const invited = await inviteUser(deps(), { email: 'ada@example.com', access: 'operator' });
  if (!invited.invited) throw new Error(invited.refusal);
  token = await startSession(deps(), invited.user.id);
});
afterAll(async () => {
  await aws.stop();
  await engine.stop();
});
beforeEach(() => {
  for (const name of Object.keys(aws.answers)) Reflect.deleteProperty(aws.answers, name);
  aws.asked.splice(0);
  sendBy('eum');
});

const deps = () => ({ table: engine.table, clock: systemClock, ids: createIds(systemClock) });
const answer = (name: string, output: object) => (aws.answers[name] = () => output);

function sendBy(provider: 'eum' | 'simulator'): void {
  engine.setEnvironment();
  Object.assign(process.env, {
    ...{
      PROVIDER: provider,
      EUM_CONFIGURATION_SET: 'ours',
      INBOUND_TOPIC_ARN: 'in',
      RECEIPT_TOPIC_ARN: 'out',
    },
    ...{ LEAST_CONCURRENCY: '218', NEEDED_QUOTAS: '{}', STACK_NAME: 'Messaging-prod' },
  });
}

async function ask(path: string, query: Record<string, string> = {}) {
  const { handler } = await import('../../../../functions/console/operator');
  return callHandler(handler, {
    ...{ method: 'GET', path: `/console/api/operator/${path}`, query, headers: sessionHeaders({ token }) },
  });
}

function describeOne(): void {
  answer('DescribeRegistrations', {
    Registrations: [
      {
        ...{ RegistrationId: ID, RegistrationType: 'US_TOLL_FREE_REGISTRATION' },
        ...{ RegistrationStatus: 'REQUIRES_UPDATES', CurrentVersionNumber: 2, LatestDeniedVersionNumber: 2 },
      },
    ],
  });
  answer('DescribeRegistrationVersions', {
    RegistrationVersions: [
      {
        ...{ VersionNumber: 1, RegistrationVersionStatus: 'DISCARDED' },
        RegistrationVersionStatusHistory: { DraftTimestamp: SUBMITTED_SECONDS },
      },
      {
        ...{ VersionNumber: 2, RegistrationVersionStatus: 'DENIED', Feedback: 'Open the page to all.' },
        RegistrationVersionStatusHistory: {
          SubmittedTimestamp: SUBMITTED_SECONDS,
          DeniedTimestamp: DENIED_SECONDS,
        },
        DeniedReasons: [
          { Reason: 'INVALID_URL', ShortDescription: 'No page.', DocumentationLink: 'https://a.b' },
        ],
      },
    ],
  });
  answer('ListRegistrationAssociations', {
    RegistrationAssociations: [{ ResourceId: 'phone-1', IsoCountryCode: 'US', PhoneNumber: '+18005550100' }],
  });
}

const LISTED = {
  ...{ id: ID, type: 'US_TOLL_FREE_REGISTRATION', status: 'REQUIRES_UPDATES', version: 2 },
  ...{ words: 'was rejected', state: 'problem', since: '2026-03-02T12:00:00.000Z' },
  advice: 'Correct each reason (`registration show`), and submit it again (`registration submit`).',
  resources: [{ id: 'phone-1', name: '+18005550100', country: 'US' }],
};

describe('GET registrations', () => {
  it('lists registrations and numbers, and marks the US numbers that are in none', async () => {
    describeOne();
    const number = { IsoCountryCode: 'US', Status: 'ACTIVE' };
    answer('DescribePhoneNumbers', {
      PhoneNumbers: [
        { ...number, PhoneNumber: '+18005550100', NumberType: 'TOLL_FREE' },
        { ...number, PhoneNumber: '+12065550100', NumberType: 'TEN_DLC' },
        { ...number, PhoneNumber: '+4915112345678', IsoCountryCode: 'DE', NumberType: 'LONG_CODE' },
      ],
    });
    const { status, body } = await ask('registrations');
    expect([status, body]).toEqual([
      200,
      {
        isApplicable: true,
        results: [LISTED],
        numbers: [
          {
            ...{ number: '+18005550100', country: 'US', type: 'TOLL_FREE', status: 'ACTIVE' },
            isUnregistered: false,
          },
          { number: '+12065550100', country: 'US', type: 'TEN_DLC', status: 'ACTIVE', isUnregistered: true },
          {
            ...{ number: '+4915112345678', country: 'DE', type: 'LONG_CODE', status: 'ACTIVE' },
            isUnregistered: false,
          },
        ],
      },
    ]);
  });

  it('asks AWS nothing where the simulator sends', async () => {
    sendBy('simulator');
    const { status, body } = await ask('registrations');
    expect([status, body]).toEqual([200, { isApplicable: false, results: [], numbers: [] }]);
    expect((await ask(`registrations/${ID}`)).status).toBe(404);
    expect(aws.asked).toEqual([]);
  });

  it.each([
    [
      { exception: 'AccessDeniedException', message: 'Not authorized: sms-voice:DescribeRegistrations on *' },
      'The service may not read this from AWS: it lacks sms-voice:DescribeRegistrations.',
    ],
    [
      { exception: 'ThrottlingException' },
      'AWS takes no more requests at the moment. Try again in a minute.',
    ],
    [{ exception: 'InternalServerException' }, 'AWS answers with InternalServerException. Try again later.'],
    [{ exception: 'SomethingNew' }, 'AWS answers with SomethingNew. Try again later.'],
  ])('tells that AWS answers %j', async (exception, message) => {
    answer('DescribeRegistrations', exception);
    const { status, body } = await ask('registrations');
    expect([status, body]).toEqual([424, expect.objectContaining({ code: 33120, status: 424, message })]);
  });

  it('tells that AWS cannot be reached', async () => {
    pointSdkAt({ PINPOINT_SMS_VOICE_V2: 'http://127.0.0.1:9' });
    const { status, body } = await ask('registrations');
    pointSdkAt({ PINPOINT_SMS_VOICE_V2: aws.url });
    expect([status, body]).toEqual([
      424,
      expect.objectContaining({ code: 33120, message: 'AWS does not answer at the moment. Try again.' }),
    ]);
  });

  it('does not wait for an answer that does not come', async () => {
    const silent = lookAtRegistrations(() => new Promise(() => undefined), { deadlineMs: 20 });
    await expect(silent).rejects.toMatchObject({
      ...{ code: 33120, message: 'AWS does not answer at the moment. Try again.' },
    });
  });

  it('leaves an error of its own an error of its own', async () => {
    const broken = lookAtRegistrations(() => Promise.reject(new TypeError('No such property')));
    await expect(broken).rejects.toThrow(new TypeError('No such property'));
  });
});

describe('GET registrations/{id}', () => {
  it('shows each version, and of a denied one reasons, reviewer and marked fields', async () => {
    describeOne();
    answer('DescribeRegistrationFieldValues', {
      RegistrationFieldValues: [
        { FieldPath: 'companyInfo.website', TextValue: 'a.b', DeniedReason: 'It cannot be opened.' },
        { FieldPath: 'companyInfo.city', TextValue: 'Seattle' },
      ],
    });
    answer('DescribeRegistrationFieldDefinitions', {
      RegistrationFieldDefinitions: [
        { FieldPath: 'companyInfo.website', DisplayHints: { Title: 'Website of the company' } },
      ],
    });
    const { status, body } = await ask(`registrations/${ID}`);
    expect([status, body]).toEqual([
      200,
      {
        ...LISTED,
        versions: [
          {
            ...{ version: 2, words: 'was rejected', since: '2026-03-02T12:00:00.000Z' },
            denial: {
              reasons: [{ reason: 'INVALID_URL', short: 'No page.', documentation: 'https://a.b' }],
              feedback: 'Open the page to all.',
              fields: [
                {
                  ...{ path: 'companyInfo.website', title: 'Website of the company' },
                  reason: 'It cannot be opened.',
                },
              ],
            },
          },
          { version: 1, words: 'was discarded', since: '2026-03-01T12:00:00.000Z' },
        ],
      },
    ]);
  });

  it('is 404 for one that AWS does not have, and asks for none that cannot exist', async () => {
    answer('DescribeRegistrations', { exception: 'ResourceNotFoundException' });
    const missing = { code: 33110, message: 'AWS has no such registration.' };
    expect((await ask('registrations/registration-9')).body).toMatchObject(missing);
    aws.asked.splice(0);
    expect((await ask(`registrations/${'x'.repeat(65)}`)).body).toMatchObject(missing);
    expect((await ask('registrations/a%20b%20c')).body).toMatchObject(missing);
    expect(aws.asked).toEqual([]);
  });
});

describe('GET accounts/{accountId}/registration-draft', () => {
  const FIELD = {
    ...{ FieldPath: 'companyInfo.companyName', FieldType: 'TEXT', FieldRequirement: 'REQUIRED' },
    ...{ DisplayHints: { Title: 'Company name' }, TextValidation: { MinLength: 1, MaxLength: 100 } },
  };
  const DEFINITION = {
    ...{ path: 'companyInfo.companyName', title: 'Company name', type: 'TEXT', requirement: 'REQUIRED' },
    ...{ minLength: 1, maxLength: 100 },
  };
  const TOLL_FREE = { type: 'US_TOLL_FREE_REGISTRATION' };
  let accountId: string;
  let groupId: string;

  beforeEach(async () => {
    answer('DescribeRegistrationFieldDefinitions', { RegistrationFieldDefinitions: [FIELD] });
    const account = await createAccount(deps(), { name: 'Acme', brand: 'Acme Shoes' });
    accountId = account.id;
    groupId = (await createGroup(deps(), { accountId, name: 'News', optInType: 'DOUBLE' })).id;
  });
  const addForm = () =>
    createForm(deps(), {
      accountId,
      content: {
        ...{ groupId, brand: 'Acme', description: 'News', frequency: 'Weekly', countries: undefined },
        ...{ termsUrl: 'https://acme.com/terms', privacyUrl: 'https://acme.com/privacy' },
      },
      beforeWrite: () => undefined,
    });
  const draft = (query: Record<string, string>, id = accountId) =>
    ask(`accounts/${id}/registration-draft`, query);

  it('has the fields as AWS has them now, and the brand of an account without a form', async () => {
    const { status, body } = await draft(TOLL_FREE);
    expect([status, body]).toEqual([
      200,
      {
        definitions: [DEFINITION],
        facts: { brand: 'Acme Shoes', answers: { help: TEXT, stop: TEXT } },
        ...{ forms: [], stack: 'Messaging-prod' },
      },
    ]);
    expect(aws.asked).toEqual(['DescribeRegistrationFieldDefinitions']);
  });

  it('takes the only form, of several the one that is named, and for a brand none', async () => {
    const { id } = await addForm();
    expect((await draft(TOLL_FREE)).body).toMatchObject({
      ...{ form: id, forms: [{ id, brand: 'Acme' }] },
      facts: { brand: 'Acme', form: { privacyUrl: 'https://acme.com/privacy' } },
    });
    const other = await addForm();
    const several = (await draft(TOLL_FREE)).body as { form?: string; facts: object; forms: object[] };
    expect([several.form, several.forms.length]).toEqual([undefined, 2]);
    expect(several.facts).not.toHaveProperty('form');
    expect((await draft({ ...TOLL_FREE, form: other.id })).body).toMatchObject({ form: other.id });
    expect((await draft({ type: 'US_TEN_DLC_BRAND_REGISTRATION' })).body).toMatchObject({
      ...{ forms: [], facts: { brand: 'Acme Shoes' } },
    });
  });

  it.each<[Record<string, string>, string | undefined, number, number]>([
    [{}, undefined, 400, 33100],
    [{ type: 'SOMETHING' }, undefined, 400, 33100],
    [{ ...TOLL_FREE, form: 'frm_none' }, undefined, 404, 33110],
    [TOLL_FREE, 'acc_none', 404, 33110],
  ])('refuses %j of %s', async (query, id, status, code) => {
    const refused = await draft(query, id);
    expect([refused.status, refused.body]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('tells that AWS does not say which fields there are', async () => {
    answer('DescribeRegistrationFieldDefinitions', { exception: 'AccessDeniedException' });
    expect((await draft(TOLL_FREE)).body).toMatchObject({
      ...{ code: 33120, message: 'The service may not read this from AWS: it lacks a right.' },
    });
  });
});
