import { handler as createContact } from '../../../../functions/http/create-contact';
import { handler as getContact } from '../../../../functions/http/get-contact';
import { handler as readGroups } from '../../../../functions/http/read-groups';
import { handler as updateContact } from '../../../../functions/http/update-contact';
import {
  createField,
  disableField,
  renameField,
} from '../../../../shared/audience/custom-fields/define-fields';
import { systemClock } from '../../../../shared/platform/clock';
import { contactKey, groupKey } from '../../../../shared/platform/store/keys';
import { callHandler, createTestAccount, type TestAccount } from '../../../support/call-handler';
import { startEngine, type TestEngine } from '../../../support/engine';
import { onRoute } from '../../../support/on-route';

const getCustomFieldSchema = onRoute('getCustomFieldSchema', readGroups);

const PHONE = '+12125550123';
const AT = '2026-01-01T00:00:00.000Z';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const CONTACT_ID = expect.stringMatching(/^con_[0-9A-Z]{26}$/) as string;

let engine: TestEngine;
let account: TestAccount;

beforeAll(async () => {
  engine = await startEngine();
  engine.setEnvironment();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(async () => {
  account = await createTestAccount(engine);
});

type Handler = Parameters<typeof callHandler>[0];

async function call(handler: Handler, options: { phoneNumber?: string; body?: unknown } = {}) {
  const { phoneNumber = PHONE, body } = options;
  const { authorization } = account;
  return callHandler(handler, { authorization, pathParameters: { phoneNumber }, body });
}
const create = (body?: unknown, phoneNumber = PHONE) => call(createContact, { body, phoneNumber });
const patch = (body?: unknown, phoneNumber = PHONE) => call(updateContact, { body, phoneNumber });
const get = (phoneNumber = PHONE) => call(getContact, { phoneNumber });

const storedContact = (phoneNumber = PHONE) => engine.table.get(contactKey(account.accountId, phoneNumber));

async function define(
  label: string,
  type: Parameters<typeof createField>[1]['type'] = 'TEXT',
  options: string[] = [],
) {
  const { accountId } = account;
  const result = await createField(
    { table: engine.table, clock: systemClock },
    { accountId, label, type, options },
  );
  if ('refused' in result) throw new Error(result.refused);
}

function envelope(code: number, status: number, details?: unknown) {
  return {
    status,
    body: {
      code,
      status,
      message: expect.any(String) as string,
      moreInfo: `http://localhost:3000/docs/errors#${code}`,
      ...(details !== undefined && { details }),
    },
  };
}

/** Contact without any given properties. */
const BARE = {
  id: CONTACT_ID,
  phoneNumber: PHONE,
  tz: 'America/New_York',
  isFavorite: false,
  customFields: {},
  groups: [],
  pendingGroups: [],
  createdAt: TIMESTAMP,
};

describe('POST contact (rules 4.4)', () => {
  it('answers 201 with everything that was sent', async () => {
    await define('Nickname');
    const body = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      birthDate: '1815-12-10',
      gender: 'FEMALE',
      address: { street: '1 Main St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'us' },
      isFavorite: true,
      customFields: { ' nickname': 'Countess' },
    };
    const expected = {
      ...BARE,
      ...body,
      address: { ...body.address, country: 'US' },
      tz: 'America/Chicago',
      customFields: { Nickname: 'Countess' },
    };
    expect(await create(body)).toMatchObject({ status: 201, body: expected });
    expect((await get()).body).toEqual(expected);
  });

  it.each([undefined, {}, { firstName: null, address: { city: '' }, customFields: {} }])(
    'takes the body %j as nothing said',
    async (body) => {
      expect(await create(body)).toMatchObject({ status: 201, body: BARE });
      expect((await get()).body).toEqual(BARE);
    },
  );

  it('answers 409 and leaves the record unchanged when there is a contact', async () => {
    await create({ firstName: 'Ada' });
    const before = await storedContact();
    expect(await create({ firstName: 'Bo', isFavorite: true })).toMatchObject(envelope(33037, 409));
    expect(await storedContact()).toEqual(before);
  });

  it('lets one of many at once create it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ firstName: `${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const winner = answers.find(({ status }) => status === 201);
    expect((await get()).body).toEqual(winner?.body);
  });

  it('keeps the STOP of a number that was no contact yet', async () => {
    const hardOptOut = { at: AT, source: 'stop' };
    const key = contactKey(account.accountId, PHONE);
    await engine.table.put({
      Item: {
        ...key,
        accountId: account.accountId,
        phoneNumber: PHONE,
        hardOptOut,
        version: 4,
        createdAt: AT,
        updatedAt: AT,
      },
    });
    expect(await get()).toMatchObject(envelope(33030, 404));
    expect(await patch({ firstName: 'Ada' })).toMatchObject(envelope(33030, 404));
    expect(await create({ firstName: 'Ada' })).toMatchObject({
      status: 201,
      body: { ...BARE, firstName: 'Ada' },
    });
    expect(await storedContact()).toMatchObject({ hardOptOut, version: 5, id: CONTACT_ID });
    expect(await create()).toMatchObject(envelope(33037, 409));
  });

  it.each([
    ['tz', { tz: 'America/New_York' }, '/tz', 'unknown property: remove it'],
    ['phoneNumber', { phoneNumber: PHONE }, '/phoneNumber', 'unknown property: remove it'],
    ['an unknown property', { nickname: 'x' }, '/nickname', 'unknown property: remove it'],
    [
      'an unknown country',
      { address: { country: 'XX' } },
      '/address/country',
      'must be an ISO 3166-1 alpha-2 code',
    ],
  ])('refuses %s', async (_case, body, pointer, reason) => {
    expect(await create(body)).toMatchObject(envelope(33100, 400, { errors: [{ pointer, reason }] }));
    expect(await storedContact()).toBeUndefined();
  });

  it('refuses an invalid custom field and creates nothing', async () => {
    await define('Size', 'SINGLE_SELECT', ['S', 'M']);
    expect(await create({ customFields: { size: 'XL' } })).toMatchObject(
      envelope(33033, 400, { label: 'size', reason: 'unknown_option' }),
    );
    expect(await storedContact()).toBeUndefined();
  });
});

describe('the phone number in the path (rules 4)', () => {
  it.each(['%2B12125550123', '%2b12125550123'])('may be %s', async (phoneNumber) => {
    expect(await create({}, phoneNumber)).toMatchObject({ status: 201, body: { phoneNumber: PHONE } });
    expect(await get(phoneNumber)).toMatchObject({ status: 200, body: { phoneNumber: PHONE } });
    expect(await patch({}, phoneNumber)).toMatchObject({ status: 200, body: { phoneNumber: PHONE } });
  });

  it.each(['12125550123', '+1212555012', ' 12125550123', '+', 'abc', '+0123456789', '%2B%2B12125550123'])(
    'cannot be %j',
    async (phoneNumber) => {
      for (const answer of [
        await create({}, phoneNumber),
        await get(phoneNumber),
        await patch({}, phoneNumber),
      ]) {
        expect(answer).toMatchObject(envelope(33003, 400));
      }
    },
  );
});

describe('GET contact (rules 4.4)', () => {
  it('answers 404 for an unknown contact', async () => {
    expect(await get()).toMatchObject(envelope(33030, 404));
  });

  it('answers 404 for a contact of another account', async () => {
    await create();
    account = await createTestAccount(engine);
    expect(await get()).toMatchObject(envelope(33030, 404));
  });

  it('names the groups that the contact is in or waits for', async () => {
    await create();
    const { accountId } = account;
    const tag = { id: 'tag_1', name: 'VIP', createdAt: AT, updatedAt: AT };
    for (const id of ['grp_1', 'grp_2']) {
      await engine.table.put({
        Item: {
          ...groupKey(accountId, id),
          id,
          accountId,
          name: `Group ${id}`,
          optInType: 'SINGLE',
          tags: [tag],
          createdAt: AT,
        },
      });
    }
    await engine.table.update({
      Key: contactKey(accountId, PHONE),
      UpdateExpression: 'SET memberships = :m, pendingMemberships = :p',
      ExpressionAttributeValues: {
        ':m': { grp_1: { optInAt: AT, tagIds: ['tag_1'] } },
        ':p': { grp_2: { pendingSince: AT } },
      },
    });
    const expected = {
      groups: [{ id: 'grp_1', name: 'Group grp_1', optInAt: AT, tags: [tag] }],
      pendingGroups: [{ id: 'grp_2', name: 'Group grp_2', pendingSince: AT }],
    };
    expect(await get()).toMatchObject({ status: 200, body: expected });
    expect(await patch({ firstName: 'Ada' })).toMatchObject({ status: 200, body: expected });
  });
});

describe('PATCH contact (rules 4.4)', () => {
  it('answers 404 for an unknown contact', async () => {
    expect(await patch({ firstName: 'Ada' })).toMatchObject(envelope(33030, 404));
    expect(await storedContact()).toBeUndefined();
  });

  it('changes what was sent and answers like GET', async () => {
    await create({
      firstName: 'Ada',
      lastName: 'Lovelace',
      address: { city: 'Chicago', postalCode: '60601' },
    });
    const answer = await patch({
      lastName: null,
      email: 'ada@example.com',
      address: { postalCode: '90210' },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      ...BARE,
      firstName: 'Ada',
      email: 'ada@example.com',
      address: { city: 'Chicago', postalCode: '90210' },
      tz: 'America/Los_Angeles',
    });
    expect((await get()).body).toEqual(answer.body);
  });

  it.each([
    undefined,
    {},
    { isFavorite: null },
    { address: {} },
    { customFields: null },
    { firstName: 'Ada' },
  ])('answers 200 and writes nothing when %j changes nothing', async (body) => {
    await create({ firstName: 'Ada' });
    const before = await storedContact();
    expect(await patch(body)).toMatchObject({ status: 200, body: { ...BARE, firstName: 'Ada' } });
    expect(await storedContact()).toEqual(before);
  });

  it.each([
    { tz: 'UTC' },
    { phoneNumber: PHONE },
    { firstName: 'a'.repeat(41) },
    { birthDate: '2023-02-29' },
  ])('refuses %j and changes nothing', async (body) => {
    await create({ firstName: 'Ada' });
    const before = await storedContact();
    expect(await patch(body)).toMatchObject({ status: 400, body: { code: 33100 } });
    expect(await storedContact()).toEqual(before);
  });

  it('loses no field when 40 patches of different fields come at once', async () => {
    await define('Nickname');
    await define('City');
    await create();
    const bodies = [
      { firstName: 'Ada' },
      { lastName: 'Lovelace' },
      { email: 'ada@example.com' },
      { address: { city: 'Chicago' } },
      { address: { postalCode: '60601' } },
      { address: { country: 'us' } },
      { customFields: { Nickname: 'Countess' } },
      { customFields: { City: 'London' } },
    ];
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => patch(bodies[index % 8])));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(40).fill(200));
    expect((await get()).body).toEqual({
      ...BARE,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      address: { city: 'Chicago', postalCode: '60601', country: 'US' },
      tz: 'America/Chicago',
      customFields: { Nickname: 'Countess', City: 'London' },
    });
  });

  it('never undoes a STOP that comes at the same time', async () => {
    await create();
    const hardOptOut = { at: AT, source: 'stop' };
    const stop = engine.table.update({
      Key: contactKey(account.accountId, PHONE),
      UpdateExpression: 'SET hardOptOut = :h, memberships = :none ADD version :one',
      ExpressionAttributeValues: { ':h': hardOptOut, ':none': {}, ':one': 1 },
    });
    const patches = Array.from({ length: 20 }, (_, index) => patch({ address: { street: `${index}` } }));
    await Promise.all([stop, ...patches]);
    expect(await storedContact()).toMatchObject({
      hardOptOut,
      address: { street: expect.any(String) as string },
    });
  });
});

describe('custom fields of a contact (rules 2.6, 4.4)', () => {
  it('take a number that the database itself could not hold', async () => {
    await define('Score', 'NUMBER');
    for (const score of [1e300, 5e-324, 9007199254740993, -0.1]) {
      await create();
      expect(await patch({ customFields: { score } })).toMatchObject({
        status: 200,
        body: { customFields: { Score: score } },
      });
    }
    expect(await patch('{"customFields":{"score":1e999}}')).toMatchObject(
      envelope(33033, 400, { label: 'score', reason: 'type_mismatch' }),
    );
  });

  it('may be called __proto__', async () => {
    await define('__proto__');
    await create();
    const answer = await patch('{"customFields":{"__proto__":"x"}}');
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringContaining('"customFields":{"__proto__":"x"}'),
    ]);
  });

  it('are shown under their new label after a rename, and not while disabled', async () => {
    const deps = { table: engine.table, clock: systemClock };
    const { accountId } = account;
    await define('City');
    await create({ customFields: { City: 'London' } });
    await renameField(deps, { accountId, label: 'city', newLabel: 'Town' });
    expect((await get()).body).toMatchObject({ customFields: { Town: 'London' } });
    expect(await patch({ customFields: { City: 'x' } })).toMatchObject({
      status: 400,
      body: { code: 33033 },
    });
    await disableField(deps, { accountId, label: 'Town' });
    expect((await get()).body).toMatchObject({ customFields: {} });
    expect(await patch({ customFields: { Town: null } })).toMatchObject(
      envelope(33033, 400, { label: 'Town', reason: 'unknown_label' }),
    );
  });
});

describe('GET custom-field schema (rules 4.8)', () => {
  it('is empty where nothing is defined', async () => {
    expect(await call(getCustomFieldSchema)).toMatchObject({ status: 200, body: { fields: [] } });
  });

  it('has the definitions in the order of their keys, without disabled ones', async () => {
    await define('Nickname');
    await define('Hidden');
    await define('Size', 'MULTI_SELECT', ['S', 'M']);
    await disableField(
      { table: engine.table, clock: systemClock },
      { accountId: account.accountId, label: 'hidden' },
    );
    expect((await call(getCustomFieldSchema)).body).toEqual({
      fields: [
        { label: 'Nickname', key: 'contact_custom_field_1', type: 'TEXT' },
        { label: 'Size', key: 'contact_custom_field_3', type: 'MULTI_SELECT', options: ['S', 'M'] },
      ],
    });
  });
});

describe('authentication (rules 5)', () => {
  it.each([createContact, getContact, updateContact, getCustomFieldSchema])(
    'comes first',
    async (handler) => {
      account.authorization = `Basic ${Buffer.from('key_x:wrong').toString('base64')}`;
      const answer = await call(handler, { phoneNumber: 'bad', body: '{' });
      expect(answer).toMatchObject(envelope(33001, 401));
      expect(answer.headers).not.toHaveProperty('ratelimit');
    },
  );
});

describe('rate limits (rules 8.1)', () => {
  const policy = '"contactApiWrite";q=3;w=60';

  it('are told by every answer, errors included', async () => {
    account = await createTestAccount(engine, { rateLimits: { contactApiWrite: 3 } });
    const answers = [await create(), await create(), await patch('{')];
    expect(
      answers.map(({ status, headers }) => [status, headers['ratelimit-policy'], headers.ratelimit]),
    ).toEqual([
      [201, policy, '"contactApiWrite";r=2;t=60'],
      [409, policy, '"contactApiWrite";r=1;t=60'],
      [400, policy, '"contactApiWrite";r=0;t=60'],
    ]);
  });

  it('answer 429 with Retry-After once the window is full, for the whole bucket', async () => {
    account = await createTestAccount(engine, { rateLimits: { contactApiWrite: 1 } });
    await create();
    const answer = await patch({ firstName: 'Ada' });
    expect(answer).toMatchObject(envelope(33002, 429));
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"contactApiWrite";q=1;w=60',
      ratelimit: expect.stringMatching(/^"contactApiWrite";r=0;t=(60|59)$/) as string,
      'retry-after': expect.stringMatching(/^(60|59)$/) as string,
    });
    expect(await get()).toMatchObject({ status: 200 });
  });

  it('let exactly the limit through at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => get()));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(150);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });

  it('of 0 block everything', async () => {
    account = await createTestAccount(engine, { rateLimits: { contactApiRead: 0 } });
    expect(await get()).toMatchObject({ ...envelope(33002, 429), headers: { 'retry-after': '60' } });
  });
});
