import { createField, disableField, renameField } from '../../shared/audience/custom-fields/define-fields';
import { contactKey } from '../../shared/platform/store/keys';
import { useSendingService } from '../support/service/sending-service';
import {
  type ApiAnswer,
  callApi,
  createApiAccount,
  randomGermanPhone,
  randomPhone,
} from '../support/service/service';

const fixture = useSendingService();
let phoneNumber: string;
beforeEach(async () => {
  phoneNumber = randomPhone();
});

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const CONTACT_ID = expect.stringMatching(/^con_[0-9A-Z]{26}$/) as string;

function call(method: string, options: { phone?: string; body?: unknown } = {}): Promise<ApiAnswer> {
  const path = `/api/v1/contacts/by-phone/${options.phone ?? encodeURIComponent(phoneNumber)}`;
  return callApi(fixture.service, { account: fixture.account, method, path, body: options.body });
}
const create = (body?: unknown) => call('POST', { body });
const patch = (body?: unknown) => call('PATCH', { body });
const get = () => call('GET');
const storedContact = () =>
  fixture.service.deps.table.get(contactKey(fixture.account.accountId, phoneNumber));

function refusal(code: number, status: number, details?: unknown) {
  return {
    status,
    body: {
      code,
      status,
      message: expect.any(String) as string,
      moreInfo: `${fixture.service.baseUrl}/docs/errors#${code}`,
      ...(details !== undefined && { details }),
    },
  };
}

describe('rules 4.4: contacts over HTTP', () => {
  it('creates, reads and patches a contact', async () => {
    await createField(fixture.service.deps, {
      accountId: fixture.account.accountId,
      label: 'Topics',
      type: 'MULTI_SELECT',
      options: ['News', 'Sales'],
    });
    const created = await create({
      ...{ firstName: 'Zoë 🎂', lastName: 'Lee', email: 'zoe@example.com' },
      ...{ birthDate: '1990-12-10', gender: 'FEMALE' },
      address: { street: '1 Main St', city: 'Honolulu', state: 'HI', postalCode: '96801', country: 'us' },
      customFields: { topics: ['Sales'] },
    });
    const expected = {
      ...{ id: CONTACT_ID, phoneNumber },
      ...{ firstName: 'Zoë 🎂', lastName: 'Lee', email: 'zoe@example.com' },
      ...{ birthDate: '1990-12-10', gender: 'FEMALE' },
      address: { street: '1 Main St', city: 'Honolulu', state: 'HI', postalCode: '96801', country: 'US' },
      tz: 'Pacific/Honolulu',
      isFavorite: false,
      customFields: { Topics: ['Sales'] },
      groups: [],
      pendingGroups: [],
      createdAt: TIMESTAMP,
    };
    expect([created.status, created.body]).toEqual([201, expected]);
    expect(await get()).toMatchObject({ status: 200, body: created.body });

    const patched = await patch({ firstName: '', isFavorite: true, address: null, customFields: null });
    const { firstName: _firstName, address: _address, ...kept } = expected;
    expect([patched.status, patched.body]).toEqual([
      200,
      { ...kept, tz: 'America/Los_Angeles', isFavorite: true, customFields: {} },
    ]);
    expect((await get()).body).toEqual(patched.body);
  });

  it.each([undefined, {}, { firstName: null, address: { city: '' }, customFields: {} }])(
    'takes the body %j of a new contact as nothing said',
    async (body) => {
      const bare = { isFavorite: false, customFields: {}, groups: [], pendingGroups: [] };
      const created = await create(body);
      expect([created.status, created.body]).toEqual([
        201,
        { id: CONTACT_ID, phoneNumber, tz: 'America/Los_Angeles', ...bare, createdAt: TIMESTAMP },
      ]);
      expect((await get()).body).toEqual(created.body);
    },
  );

  it.each([
    undefined,
    {},
    { isFavorite: null },
    { address: {} },
    { customFields: null },
    { firstName: 'Ada' },
  ])('writes nothing when the patch %j changes nothing', async (body) => {
    const created = await create({ firstName: 'Ada' });
    const before = await storedContact();
    const patched = await patch(body);
    expect([patched.status, patched.body]).toEqual([200, created.body]);
    expect(await storedContact()).toEqual(before);
  });

  it('derives no zone from a postal code that need not be a ZIP', async () => {
    phoneNumber = randomGermanPhone();
    const german = await create({ address: { postalCode: '10115' } });
    expect(german.body).not.toHaveProperty('tz');
    expect((await patch({ address: { country: 'US' } })).body).toMatchObject({ tz: 'America/New_York' });
    expect((await patch({ address: { country: null } })).body).not.toHaveProperty('tz');
    expect((await patch({ address: { country: 'DE' } })).body).not.toHaveProperty('tz');
    expect((await get()).body).not.toHaveProperty('tz');
  });

  it('takes the plus sign of the path as it is and as %2B', async () => {
    await create();
    for (const phone of [phoneNumber, phoneNumber.replace('+', '%2B'), phoneNumber.replace('+', '%2b')]) {
      expect(await call('GET', { phone })).toMatchObject({ status: 200, body: { phoneNumber } });
    }
  });

  it.each(['12125550123', '+1212555012', '%2B%2B12125550123', 'abc', '+1%202125550123'])(
    'refuses the path …/%s',
    async (phone) => {
      for (const method of ['GET', 'POST', 'PATCH']) {
        expect(await call(method, { phone })).toMatchObject(refusal(33003, 400));
      }
    },
  );

  it('knows nothing of a contact that was not created, or that another account has', async () => {
    expect(await get()).toMatchObject(refusal(33030, 404));
    expect(await patch({ firstName: 'Ada' })).toMatchObject(refusal(33030, 404));
    await create();
    fixture.account = await createApiAccount(fixture.service);
    expect(await get()).toMatchObject(refusal(33030, 404));
  });

  it('answers 409 when there is a contact', async () => {
    await create({ firstName: 'Ada' });
    expect(await create({ firstName: 'Bo' })).toMatchObject(refusal(33037, 409));
    expect(await get()).toMatchObject({ body: { firstName: 'Ada' } });
  });

  it('is created by one of 20 requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ firstName: `${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect((await get()).body).toEqual(answers.find(({ status }) => status === 201)?.body);
  });

  it.each([
    ['phoneNumber', { phoneNumber: '+12125550123' }, '/phoneNumber'],
    ['tz', { tz: 'America/New_York' }, '/tz'],
    ['an unknown property', { nickname: 'x' }, '/nickname'],
    ['an unknown part of the address', { address: { zip: '60601' } }, '/address/zip'],
    ['a country that there is not', { address: { country: 'UK' } }, '/address/country'],
    ['a 41st character', { lastName: 'x'.repeat(41) }, '/lastName'],
    ['a day that there is not', { birthDate: '2023-02-29' }, '/birthDate'],
  ])('refuses %s in the body of create and patch', async (_case, body, pointer) => {
    const expected = refusal(33100, 400, { errors: [{ pointer, reason: expect.any(String) as string }] });
    expect(await create(body)).toMatchObject(expected);
    expect(await patch(body)).toMatchObject(expected);
    await create();
    expect(await create(body)).toMatchObject(expected);
    expect(await patch(body)).toMatchObject(expected);
  });

  it('loses no field of 30 patches at once', async () => {
    await create();
    const fields = ['firstName', 'lastName'].map((name) => ({ [name]: name }));
    const parts = ['street', 'city', 'state'].map((name) => ({ address: { [name]: name } }));
    const bodies = [...fields, ...parts, { gender: 'OTHER' }];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => patch(bodies[index % 6])));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await get()).toMatchObject({
      body: {
        firstName: 'firstName',
        lastName: 'lastName',
        address: { street: 'street', city: 'city', state: 'state' },
        gender: 'OTHER',
      },
    });
  });

  it('never undoes a STOP that comes with patches', async () => {
    await create();
    const hardOptOut = { at: '2026-01-01T00:00:00.000Z', source: 'stop' };
    const stop = fixture.service.deps.table.update({
      Key: contactKey(fixture.account.accountId, phoneNumber),
      UpdateExpression: 'SET hardOptOut = :h, memberships = :none ADD version :one',
      ExpressionAttributeValues: { ':h': hardOptOut, ':none': {}, ':one': 1 },
    });
    await Promise.all([
      stop,
      ...Array.from({ length: 20 }, (_, index) => patch({ address: { street: `${index}` } })),
    ]);
    expect(await storedContact()).toMatchObject({
      hardOptOut,
      address: { street: expect.any(String) as string },
    });
  });
});

describe('rules 4.4, 4.8: custom fields over HTTP', () => {
  const define = (
    label: string,
    type: 'TEXT' | 'NUMBER' | 'SINGLE_SELECT' = 'TEXT',
    options: string[] = [],
  ) => createField(fixture.service.deps, { accountId: fixture.account.accountId, label, type, options });

  it('are told by the schema, without disabled ones', async () => {
    await define('Nickname');
    await define('Size', 'SINGLE_SELECT', ['S', 'M']);
    await disableField(fixture.service.deps, { accountId: fixture.account.accountId, label: 'Nickname' });
    const answer = await callApi(fixture.service, {
      account: fixture.account,
      path: '/api/v1/contacts/custom-fields/schema',
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        fields: [
          { label: 'Size', key: 'contact_custom_field_2', type: 'SINGLE_SELECT', options: ['S', 'M'] },
        ],
      },
    ]);
  });

  it('are refused with their label and the reason', async () => {
    await define('Size', 'SINGLE_SELECT', ['S', 'M']);
    expect(await create({ customFields: { ' SIZE ': 'XL' } })).toMatchObject(
      refusal(33033, 400, { label: ' SIZE ', reason: 'unknown_option' }),
    );
    expect(await create({ customFields: { Size: 'S', size: 'M' } })).toMatchObject(
      refusal(33033, 400, { label: 'size', reason: 'duplicate_label_input' }),
    );
  });

  it('take a number that the database itself could not hold', async () => {
    await define('Score', 'NUMBER');
    await create();
    for (const score of [1e300, 5e-324, 9007199254740993, -0.1]) {
      expect((await patch({ customFields: { score } })).body).toMatchObject({
        customFields: { Score: score },
      });
    }
    expect(await patch('{"customFields":{"score":1e999}}')).toMatchObject(
      refusal(33033, 400, { label: 'score', reason: 'type_mismatch' }),
    );
  });

  it('are shown under their new label after a rename, and not while disabled', async () => {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    await define('City');
    await create({ customFields: { City: 'London' } });
    await renameField(deps, { accountId, label: 'city', newLabel: 'Town' });
    expect((await get()).body).toMatchObject({ customFields: { Town: 'London' } });
    expect(await patch({ customFields: { City: 'x' } })).toMatchObject(refusal(33033, 400));
    await disableField(deps, { accountId, label: 'Town' });
    expect((await get()).body).toMatchObject({ customFields: {} });
    expect(await patch({ customFields: { Town: null } })).toMatchObject(
      refusal(33033, 400, { label: 'Town', reason: 'unknown_label' }),
    );
  });

  it('may be called __proto__', async () => {
    await define('__proto__');
    expect((await create('{"customFields":{"__proto__":"x"}}')).status).toBe(201);
    const { customFields } = (await get()).body as { customFields: object };
    expect(Object.entries(customFields)).toEqual([['__proto__', 'x']]);
  });
});

describe('rules 8.1: rate limits over HTTP', () => {
  it('let exactly the limit through, and tell it', async () => {
    fixture.account = await createApiAccount(fixture.service, { rateLimits: { contactApiRead: 20 } });
    const answers = await Promise.all(Array.from({ length: 50 }, get));
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.length - refused.length, refused.length]).toEqual([20, 30]);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"contactApiRead";q=20;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"contactApiRead";r=\d+;t=\d+$/);
    }
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('are told by every answer, errors included, and are of the whole bucket', async () => {
    fixture.account = await createApiAccount(fixture.service, { rateLimits: { contactApiWrite: 3 } });
    const answers = [await create(), await create(), await patch('{'), await patch({ firstName: 'Ada' })];
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')?.slice(0, 21)])).toEqual([
      [201, '"contactApiWrite";r=2'],
      [409, '"contactApiWrite";r=1'],
      [400, '"contactApiWrite";r=0'],
      [429, '"contactApiWrite";r=0'],
    ]);
    expect((await get()).status).toBe(200);
  });

  it('do not count what does not authenticate', async () => {
    fixture.account = await createApiAccount(fixture.service, { rateLimits: { contactApiRead: 1 } });
    const right = fixture.account;
    fixture.account = { ...fixture.account, apiKeySecret: 'wrong' };
    const wrong = await get();
    expect([wrong.status, wrong.headers.get('ratelimit')]).toEqual([401, null]);
    fixture.account = right;
    expect((await get()).headers.get('ratelimit')).toBe('"contactApiRead";r=0;t=60');
  });
});
