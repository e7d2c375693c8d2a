import { mergeStep } from '../../shared/audience/consent/internal/merge-step';
import { findContact } from '../../shared/audience/contacts/find-contact';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { schemaKey } from '../../shared/platform/store/keys';
import { createConsoleUser } from '../support/console/console-user';
import { pathOf, pointersOf, refusalOf, stateOf, useMerges } from '../support/console/merge-fixture';
import { operate } from '../support/service/operate';
import { type ApiAnswer, createApiAccount, randomPhone } from '../support/service/service';

const merges = useMerges();
const { fixture, asAdmin, asKey, askPreview, preview, askMerge, merge } = merges;
const { contact, group, read, groupsOf, membersOf, consentOf } = merges;

beforeAll(async () => {
  const { accountId } = fixture.account;
  for (const [label, type] of [
    ['Shoe size', 'NUMBER'],
    ['Nickname', 'TEXT'],
    ['Secret', 'TEXT'],
  ] as const)
    await operate('field', 'create', '--account', accountId, '--label', label, '--type', type);
});

function expectChanged(answer: ApiAnswer): void {
  expect([...refusalOf(answer), stateOf(answer)]).toEqual([409, 33111, 'changedMeanwhile']);
}

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
    const listed = await asKey('GET', `/api/v1/contacts?search=${encodeURIComponent(double.slice(1))}`);
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
      expectChanged(await askMerge(phone, { double, version }));
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
    expectChanged(await askMerge(phone, { double, version }));
    expect(await read(double)).toMatchObject({ firstName: 'New owner' });
  });

  it('is not answered again to a request that takes other fields', async () => {
    const [phone, double] = [await contact({ firstName: 'Ada' }), await contact({ firstName: 'Adah' })];
    const { version } = await preview(phone, double);
    expect((await askMerge(phone, { double, version, take: ['firstName'] })).status).toBe(200);
    expectChanged(await askMerge(phone, { double, version, take: [] }));
    expect((await askMerge(phone, { double, version, take: ['firstName'] })).status).toBe(200);
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
    const { body } = await asAdmin(`/console/api/audit?target=${ids[0]}&action=mergeContacts`);
    expect((body as { results: unknown[] }).results).toMatchObject([
      { action: 'mergeContacts', target: { type: 'contact', id: ids[0] }, related: ids[1] },
    ]);
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

  it('is not continued by a request that takes other fields, and begins anew with the version of now', async () => {
    const { groupIds, phone, double } = await pairWithGroups();
    const { version } = await preview(phone, double);
    await begin(phone, double, ['firstName']);
    const groupsBefore = await groupsOf(double);
    for (const take of [[], ['firstName', 'lastName'], ['lastName']])
      expectChanged(await askMerge(phone, { double, version, take }));
    expect(await groupsOf(double)).toEqual(groupsBefore);
    const again = await preview(phone, double);
    expect([again.fills, again.differs]).toEqual([[], []]);
    expect((await askMerge(phone, { double, version: again.version, take: [] })).status).toBe(200);
    expect(await read(phone)).toMatchObject({ firstName: 'Adah', lastName: 'L' });
    expect(await membersOf(groupIds.at(-1) ?? '')).toBe(0);
  });

  it('is looked at again when the double has changed after the interruption', async () => {
    const { phone, double } = await pairWithGroups();
    const { version } = await preview(phone, double);
    await begin(phone, double, []);
    await asKey('PATCH', pathOf(double), { email: 'new@example.com' });
    expectChanged(await askMerge(phone, { double, version }));
    expect((await merge(phone, double)).status).toBe(200);
    expect(await read(phone)).toMatchObject({ firstName: 'Ada', email: 'new@example.com' });
  });
});
