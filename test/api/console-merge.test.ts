import { updateAccount } from '../../shared/accounts/account-store';
import { mergeStep } from '../../shared/audience/consent/internal/merge-step';
import { findContact } from '../../shared/audience/contacts/find-contact';
import { addTag, tagMembership } from '../../shared/audience/groups/group-tags';
import { createGroup } from '../../shared/audience/groups/create-group';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { schemaKey } from '../../shared/platform/store/keys';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 100 }, { account: 'ofFile' });
let admin: ConsoleUser;

beforeAll(async () => {
  const { accountId } = fixture.account;
  admin = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
  for (const [label, type] of [
    ['Shoe size', 'NUMBER'],
    ['Nickname', 'TEXT'],
    ['Secret', 'TEXT'],
  ] as const)
    await operate('field', 'create', '--account', accountId, '--label', label, '--type', type);
});

const encoded = encodeURIComponent;
const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encoded(phone)}`;
const mergeOf = (phone: string) => `/console/api/contacts/${encoded(phone)}/merge`;
const asKey = (method: string, path: string, body?: object) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const read = async (phone: string) => (await asKey('GET', pathOf(phone))).body as Record<string, unknown>;
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const reasonOf = ({ body }: ApiAnswer) => (body as { details?: { status?: string } }).details?.status;
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);

interface Preview {
  version: string;
  fills: Array<{ field: string }>;
  differs: Array<{ field: string }>;
  tags: Array<{ group: string; tag: string }>;
  groupsLeft: Array<{ id: string }>;
}
const askPreview = (phone: string, double: string, user = admin) =>
  callApi(fixture.service, { path: `${mergeOf(phone)}?double=${encoded(double)}`, headers: user.headers });
const preview = async (phone: string, double: string) => {
  const answer = await askPreview(phone, double);
  expect(answer.status).toBe(200);
  return answer.body as Preview;
};
const askMerge = (phone: string, body: object, user = admin) =>
  callApi(fixture.service, { method: 'POST', path: mergeOf(phone), headers: user.headers, body });
/** Merges as a user does, who looks at both before. */
async function merge(phone: string, double: string, take: string[] = []): Promise<ApiAnswer> {
  const { version } = await preview(phone, double);
  return askMerge(phone, { double, version, take });
}

async function contact(body: object, ...groupIds: string[]): Promise<string> {
  const phone = randomPhone();
  expect((await asKey('POST', pathOf(phone), body)).status).toBe(201);
  for (const id of groupIds) expect((await asKey('POST', `${pathOf(phone)}/groups/${id}`)).status).toBe(200);
  return phone;
}
const group = async (name: string) => {
  const { accountId } = fixture.account;
  return (await createGroup(fixture.service.deps, { accountId, name, optInType: 'SINGLE' })).id;
};
const consentOf = async (phone: string) => {
  const path = `/console/api/contacts/${encoded(phone)}/consent`;
  const { body } = await callApi(fixture.service, { path, headers: admin.headers });
  return (body as { results: Array<{ action: string; evidence?: string }> }).results;
};
const optOut = async (phone: string) => {
  const path = `/console/api/contacts/${encoded(phone)}/opt-out`;
  const answer = await callApi(fixture.service, {
    ...{ method: 'POST', path, headers: admin.headers, body: { source: 'kiosk' } },
  });
  expect(answer.status).toBe(200);
};
const membersOf = async (id: string) =>
  ((await asKey('GET', `/api/v1/groups/${id}`)).body as { contactCount: number }).contactCount;
const groupsOf = async (phone: string) =>
  ((await read(phone)).groups as Array<{ id: string }>).map(({ id }) => id);

describe('3.8: a merge of two contacts', () => {
  it('fills what the kept contact lacks, keeps what both have, and ends the double', async () => {
    const phone = await contact({
      ...{ firstName: 'Ada', email: 'ada@example.com', address: { city: 'Oslo' } },
      customFields: { Nickname: 'A' },
    });
    const double = await contact({
      ...{
        firstName: 'Adah',
        lastName: 'Lovelace',
        birthDate: '1990-12-10',
        gender: 'FEMALE',
        isFavorite: true,
      },
      ...{ address: { street: 'Main St 1', city: 'Bergen', country: 'NO' } },
      customFields: { Nickname: 'B', 'Shoe size': 38 },
    });
    const { id } = await read(phone);
    expect(await preview(phone, double)).toMatchObject({
      fills: [
        ...[{ field: 'lastName' }, { field: 'birthDate' }, { field: 'gender' }, { field: 'isFavorite' }],
        { field: 'contact_custom_field_1', label: 'Shoe size' },
      ],
      differs: [
        ...[{ field: 'firstName' }, { field: 'address' }],
        { field: 'contact_custom_field_2', label: 'Nickname' },
      ],
      groupsLeft: [],
    });
    const answer = await merge(phone, double);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        contact: {
          ...{ id, phoneNumber: phone, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
          ...{ birthDate: '1990-12-10', gender: 'FEMALE', isFavorite: true, address: { city: 'Oslo' } },
          customFields: { Nickname: 'A', 'Shoe size': 38 },
        },
      },
    });
    expect(await read(phone)).toEqual((answer.body as { contact: object }).contact);
    expect(refusalOf(await asKey('GET', pathOf(double)))).toEqual([404, 33030]);
    const listed = await asKey('GET', `/api/v1/contacts?search=${encoded(double.slice(1))}`);
    expect(listed.body).toEqual({ results: [] });
  });

  it('takes the values of the double that are asked for, an address as a whole', async () => {
    const phone = await contact({ firstName: 'Ada', address: { city: 'Oslo', postalCode: '0150' } });
    const double = await contact({
      firstName: 'Adah',
      address: { city: 'Bergen' },
      customFields: { Nickname: 'B' },
    });
    await merge(phone, double, ['firstName', 'address']);
    expect(await read(phone)).toMatchObject({
      ...{ firstName: 'Adah', address: { city: 'Bergen' }, customFields: { Nickname: 'B' } },
    });
    expect((await read(phone)).address).toEqual({ city: 'Bergen' });
  });

  it('keeps the value of a disabled custom field', async () => {
    const { accountId } = fixture.account;
    const [phone, double] = [await contact({}), await contact({ customFields: { Secret: 'blue' } })];
    const field = ['--account', accountId, '--label', 'Secret'];
    await operate('field', 'disable', ...field);
    expect((await preview(phone, double)).fills).toEqual([]);
    await merge(phone, double);
    await operate('field', 'enable', ...field);
    expect(await read(phone)).toMatchObject({ customFields: { Secret: 'blue' } });
  });

  it('refuses a contact with itself, one that does not exist, of another account, and unknown fields', async () => {
    const [phone, double] = [
      await contact({ firstName: 'Ada' }),
      await contact({ firstName: 'Ada', lastName: 'L' }),
    ];
    const unknownPhone = randomPhone();
    const { version } = await preview(phone, double);
    expect(pointersOf(await askPreview(phone, phone))).toEqual(['/double']);
    expect(pointersOf(await askMerge(phone, { double: phone, version }))).toEqual(['/double']);
    expect(refusalOf(await askMerge(phone, { double: unknownPhone, version }))).toEqual([404, 33030]);
    expect(refusalOf(await askMerge(unknownPhone, { double, version }))).toEqual([404, 33030]);
    expect(pointersOf(await askMerge(phone, { double: '12', version }))).toEqual(['/double']);
    expect(pointersOf(await askPreview(phone, ''))).toEqual(['?double']);
    expect(pointersOf(await askMerge(phone, { double }))).toEqual(['/version']);
    const take = ['lastName', 'firstName', 'phoneNumber'];
    expect(pointersOf(await askMerge(phone, { double, version, take }))).toEqual(['/take/1']);
    const other = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, { accountId: other.accountId, role: 'admin' });
    expect(refusalOf(await askMerge(phone, { double, version }, foreign))).toEqual([404, 33030]);
    expect((await read(double)).lastName).toBe('L');
  });

  it('is for those who may erase a contact', async () => {
    const { accountId } = fixture.account;
    const [phone, double] = [await contact({}), await contact({})];
    for (const role of ['viewer', 'editor', 'sender'] as const) {
      const user = await createConsoleUser(fixture.service, { accountId, role });
      expect(refusalOf(await askPreview(phone, double, user))).toEqual([403, 33112]);
      expect(refusalOf(await askMerge(phone, { double, version: '1.1' }, user))).toEqual([403, 33112]);
    }
  });

  it('is refused when either contact has changed since it was looked at', async () => {
    for (const isKept of [true, false]) {
      const [phone, double] = [await contact({}), await contact({ lastName: 'L' })];
      const { version } = await preview(phone, double);
      await asKey('PATCH', pathOf(isKept ? phone : double), { email: 'new@example.com' });
      expect(refusalOf(await askMerge(phone, { double, version }))).toEqual([409, 33111]);
      expect(await read(double)).toMatchObject({ lastName: 'L' });
      expect(await read(phone)).not.toHaveProperty('lastName');
      expect((await merge(phone, double)).status).toBe(200);
      expect(await read(phone)).toMatchObject({ lastName: 'L', email: 'new@example.com' });
    }
  });

  it('is answered again after it is complete, and does not end a contact that was made at the number since', async () => {
    const [phone, double] = [await contact({}), await contact({ lastName: 'L' })];
    const { version } = await preview(phone, double);
    const first = await askMerge(phone, { double, version });
    expect(await askMerge(phone, { double, version })).toMatchObject({ status: 200, body: first.body });
    await asKey('PATCH', pathOf(phone), { firstName: 'Later' });
    expect(await askMerge(phone, { double, version })).toMatchObject({
      body: { contact: { firstName: 'Later' } },
    });
    await asKey('POST', pathOf(double), { firstName: 'New owner' });
    expect(refusalOf(await askMerge(phone, { double, version }))).toEqual([409, 33111]);
    expect(await read(double)).toMatchObject({ firstName: 'New owner' });
  });

  it('made twice at once changes each contact once', async () => {
    const [phone, double] = [await contact({}), await contact({ lastName: 'L' }, await group('Once'))];
    const { version } = await preview(phone, double);
    const answers = await Promise.all([1, 2, 3].map(() => askMerge(phone, { double, version })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read(phone)).toMatchObject({ lastName: 'L' });
    const removals = (await consentOf(double)).filter(({ action }) => action === 'MANUAL_REMOVAL');
    expect(removals).toHaveLength(1);
  });

  it('has both contacts in the audit log', async () => {
    const [phone, double] = [await contact({}), await contact({})];
    const ids = [(await read(phone)).id, (await read(double)).id] as string[];
    await merge(phone, double);
    const { body } = await callApi(fixture.service, {
      ...{ path: `/console/api/audit?target=${ids[0]}&action=mergeContacts`, headers: admin.headers },
    });
    expect((body as { results: unknown[] }).results).toMatchObject([
      { action: 'mergeContacts', target: { type: 'contact', id: ids[0] }, related: ids[1] },
    ]);
  });
});

describe('3.8: consent in a merge', () => {
  it('stays with its number: the kept contact joins no group and gets no text, and the double leaves its groups', async () => {
    const [own, both, foreign] = [await group('Own'), await group('Both'), await group('Foreign')];
    const phone = await contact({}, own, both);
    const double = await contact({}, both, foreign);
    const before = await consentOf(phone);
    expect((await preview(phone, double)).groupsLeft).toEqual([{ id: foreign, name: 'Foreign' }]);
    await merge(phone, double);
    expect((await groupsOf(phone)).sort()).toEqual([own, both].sort());
    expect(await consentOf(phone)).toEqual(before);
    expect(await Promise.all([own, both, foreign].map(membersOf))).toEqual([1, 1, 0]);
    expect((await consentOf(double)).slice(2)).toMatchObject([
      ...[both, foreign].sort().map((groupId) => ({ action: 'MANUAL_REMOVAL', groupId, actor: 'operator' })),
    ]);
    expect(await fixture.sending.taken(phone)).toEqual([]);
  });

  it('makes no contact reachable that is in no group', async () => {
    const [phone, double] = [await contact({}), await contact({}, await group('Texts'))];
    await merge(phone, double);
    const { from } = fixture.account;
    const send = (to: string) => asKey('POST', '/api/v1/messaging/message', { from, to, body: 'Hello' });
    expect(refusalOf(await send(phone))).toEqual([400, 33028]);
    expect(refusalOf(await send(double))).toEqual([400, 33028]);
  });

  it('leaves the opt-out of either number as it is', async () => {
    const id = await group('Refused');
    const [phone, double] = [await contact({ firstName: 'Ada' }), await contact({ lastName: 'L' }, id)];
    await optOut(phone);
    const { optedOutAt } = await read(phone);
    await merge(phone, double);
    expect(await read(phone)).toMatchObject({ firstName: 'Ada', lastName: 'L', optedOutAt, groups: [] });

    const [open, refused] = [await contact({}, id), await contact({ lastName: 'R' }, id)];
    await optOut(refused);
    await merge(open, refused);
    expect(await read(open)).not.toHaveProperty('optedOutAt');
    expect(await groupsOf(open)).toEqual([id]);
    await asKey('POST', pathOf(refused), {});
    expect(await read(refused)).toMatchObject({ optedOutAt: expect.any(String) as string });
    expect(refusalOf(await asKey('POST', `${pathOf(refused)}/groups/${id}`))).toEqual([409, 33035]);
  });

  it('takes tags of the double in groups in which the kept contact is', async () => {
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    const [both, foreign] = [await group('Tagged'), await group('Not joined')];
    const [phone, double] = [await contact({}, both), await contact({}, both, foreign)];
    for (const [groupId, phoneNumber, tagName] of [
      [both, phone, 'Till'],
      [both, double, 'Till'],
      [both, double, 'VIP'],
      [foreign, double, 'Other'],
    ] as const) {
      await addTag(deps, { accountId, groupId, name: tagName });
      await tagMembership(deps, { accountId, phoneNumber, groupId, tagName });
    }
    expect((await preview(phone, double)).tags).toEqual([{ group: 'Tagged', tag: 'VIP' }]);
    await merge(phone, double);
    expect(await read(phone)).toMatchObject({
      groups: [{ id: both, tags: [{ name: 'Till' }, { name: 'VIP' }] }],
    });
  });

  it('brings no contact into the test list', async () => {
    const { accountId } = fixture.account;
    const testGroup = await group('Colleagues');
    const { table } = fixture.service.deps;
    await updateAccount({ table, accountId, changes: { testGroup } });
    const [phone, double] = [await contact({}), await contact({}, testGroup)];
    expect((await preview(phone, double)).groupsLeft).toEqual([{ id: testGroup, name: 'Colleagues' }]);
    await merge(phone, double);
    await updateAccount({ table, accountId, changes: { testGroup: null } });
    expect(await groupsOf(phone)).toEqual([]);
    expect(await membersOf(testGroup)).toBe(0);
  });

  it('waits for the decision about a text of the double that may be an opt-out', async () => {
    const [phone, double] = [await contact({}), await contact({}, await group('Reviewed'))];
    const { version } = await preview(phone, double);
    await callApi(fixture.service, {
      ...{ method: 'POST', path: '/_local/inbound' },
      body: { from: double, to: fixture.account.from, body: 'please leave me alone' },
    });
    await expectSoon(async () => expect(refusalOf(await askPreview(phone, double))).toEqual([409, 33111]));
    const refused = await askMerge(phone, { double, version });
    expect([...refusalOf(refused), reasonOf(refused)]).toEqual([409, 33111, 'likelyOptOut']);
  });
});

describe('3.8: a merge with more groups than one transaction takes', () => {
  const MANY = 25;
  async function pairWithGroups() {
    const groupIds = await Promise.all(Array.from({ length: MANY }, (_, index) => group(`Many ${index}`)));
    const phone = await contact({ firstName: 'Ada' }, groupIds[0] ?? '');
    const double = await contact({ firstName: 'Adah', lastName: 'L' }, ...groupIds);
    return { groupIds, phone, double };
  }

  /** Makes the first step only, as a function that ends in the middle. */
  async function begin(phone: string, double: string, take: string[]): Promise<void> {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    const find = async (phoneNumber: string) => {
      const found = await findContact(deps.table, { accountId, phoneNumber });
      if (found?.id === undefined) throw new Error('There is no such contact');
      return { ...found, id: found.id };
    };
    const schema = readSchema(await deps.table.get(schemaKey(accountId)));
    const both = { kept: await find(phone), double: await find(double), schema, take };
    expect(await mergeStep(deps, both)).toBe('goesOn');
  }

  it('leaves all of them', async () => {
    const { groupIds, phone, double } = await pairWithGroups();
    expect((await merge(phone, double)).status).toBe(200);
    expect(await groupsOf(phone)).toEqual([groupIds[0]]);
    expect(await Promise.all(groupIds.map(membersOf))).toEqual([1, ...Array<number>(MANY - 1).fill(0)]);
    expect(refusalOf(await asKey('GET', pathOf(double)))).toEqual([404, 33030]);
  });

  it('is finished by asking again after an interruption', async () => {
    const { groupIds, phone, double } = await pairWithGroups();
    const { version } = await preview(phone, double);
    await begin(phone, double, ['firstName']);
    // Nothing is lost in between: the kept contact has the fields, and the double is still one.
    expect(await read(phone)).toMatchObject({ firstName: 'Adah', lastName: 'L' });
    expect(await groupsOf(double)).toHaveLength(MANY - 20);
    expect((await askMerge(phone, { double, version, take: ['firstName'] })).status).toBe(200);
    expect(await Promise.all(groupIds.map(membersOf))).toEqual([1, ...Array<number>(MANY - 1).fill(0)]);
    expect(refusalOf(await asKey('GET', pathOf(double)))).toEqual([404, 33030]);
  });

  it('is looked at again when the double has changed after the interruption', async () => {
    const { phone, double } = await pairWithGroups();
    const { version } = await preview(phone, double);
    await begin(phone, double, []);
    await asKey('PATCH', pathOf(double), { email: 'new@example.com' });
    expect(refusalOf(await askMerge(phone, { double, version }))).toEqual([409, 33111]);
    expect((await merge(phone, double)).status).toBe(200);
    expect(await read(phone)).toMatchObject({ firstName: 'Ada', email: 'new@example.com' });
  });
});

describe('3.8: texts after a merge', () => {
  it('are found under the number of the double, those of campaigns included, also with a new contact there', async () => {
    const id = await group('Campaign');
    const [phone, double] = [await contact({}), await contact({}, id)];
    const { from } = fixture.account;
    await asKey('POST', '/api/v1/messaging/message', { from, to: double, body: 'A single text' });
    const launched = await asKey('POST', '/api/v1/campaigns', {
      ...{
        name: 'Hours',
        from,
        purpose: 'informational',
        launch: true,
        body: 'Open at nine. Reply STOP to opt out.',
      },
      audience: { groups: [id] },
    });
    expect(launched.status).toBe(201);
    const { id: campaignId } = launched.body as { id: string };
    const statusOf = async () =>
      ((await asKey('GET', `/api/v1/campaigns/${campaignId}`)).body as { status: string }).status;
    await expectSoon(async () => expect(await statusOf()).toBe('completed'));
    const textsOf = async (to: string) => {
      const { body } = await callApi(fixture.service, {
        ...{ path: `/console/api/contacts/${encoded(to)}/messages`, headers: admin.headers },
      });
      const { results } = body as { results: Array<{ message: { body: string } }> };
      return results.map(({ message }) => message.body).sort();
    };
    const texts = ['A single text', 'Open at nine. Reply STOP to opt out.'];
    expect(await textsOf(double)).toEqual(texts);
    await merge(phone, double);
    expect(await textsOf(double)).toEqual(texts);
    expect(await textsOf(phone)).toEqual([]);
    await asKey('POST', pathOf(double), {});
    expect(await textsOf(double)).toEqual(texts);
  });
});
