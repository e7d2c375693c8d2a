import { readContactListQuery } from '../../../../../shared/audience/book/contact-list-query';
import { listContacts } from '../../../../../shared/audience/book/list-contacts';
import type { ContactBody } from '../../../../../shared/audience/contacts/contact-fields';
import { keysOfContact } from '../../../../../shared/audience/contacts/contact-items';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { updateContact } from '../../../../../shared/audience/contacts/update-contact';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { systemClock } from '../../../../../shared/platform/clock';
import { createIds } from '../../../../../shared/platform/ids';
import { readByName } from '../../../../../shared/platform/store/read-by-name';
import { useEngine } from '../../../../support/engines/engine';

const engine = useEngine();
const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };
const PHONE = '+12065550100' as E164;
const ids = createIds(systemClock);

let accountId: string;
let accounts = 0;

beforeEach(() => {
  accountId = `acc_search${(accounts += 1)}`;
});

const deps = () => ({ table: engine.table, clock: systemClock, ids });
const create = (body: ContactBody, phoneNumber = PHONE) =>
  createContact(deps(), { accountId, phoneNumber, body, schema: SCHEMA });

async function update(body: ContactBody): Promise<void> {
  const items = await readByName(engine.table, keysOfContact(accountId, PHONE));
  await updateContact(deps(), { accountId, phoneNumber: PHONE, body, items });
}

async function find(search: string): Promise<string[]> {
  const query = readContactListQuery({ search }, accountId);
  const { results } = await listContacts(deps(), { accountId, schema: SCHEMA, query });
  return results.map(({ phoneNumber }) => phoneNumber);
}

/** Creates the contact, and searches the contact book of its account. */
async function isFound(person: ContactBody, search: string): Promise<boolean> {
  await create(person);
  return (await find(search)).length === 1;
}

describe('rules E2: what a search for a name finds', () => {
  it.each([
    ['nunez', { lastName: 'Núñez' }],
    ['NUN', { lastName: 'Nu\u0301n\u0303ez' }],
    ['núñ', { lastName: 'Nunez' }],
    ['obrien', { lastName: "O'Brien" }],
    ["o'brien", { lastName: 'O’Brien' }],
    ['o brien', { lastName: 'OBrien' }],
    ['o`b', { lastName: 'Oʼbrien' }],
    ['oleary', { lastName: 'Ó Leary' }],
    ['strasse', { lastName: 'Straße' }],
    ['STRAß', { lastName: 'strasser' }],
    ['soren', { firstName: 'Søren' }],
    ['lukasz', { firstName: 'Łukasz' }],
    ['dordevic', { lastName: 'Đorđević' }],
    ['aelfgar', { firstName: 'Ælfgar' }],
    ['oeuvre', { lastName: 'Œuvre' }],
    ['thorir', { firstName: 'Þórir' }],
    ['sigurdur', { firstName: 'Sigurður' }],
    ['isik', { lastName: 'Işık' }],
    ['istanbul', { lastName: 'İstanbul' }],
    ['nguyen', { lastName: 'Nguyễn' }],
    ['jean luc', { firstName: 'Jean-Luc' }],
    ['jeanluc', { firstName: 'Jean\u2011Luc' }],
    ['jean-luc p', { firstName: 'Jean Luc', lastName: 'Picard' }],
    ['vandenberg', { lastName: 'van den Berg' }],
    ['st john', { lastName: 'St. John' }],
    ['anna  smi', { firstName: 'Anna', lastName: 'Smith' }],
    ['Τάσος', { firstName: 'ΤΑΣΟΣ' }],
    ['петр', { firstName: 'Пётр' }],
    ['がく', { firstName: 'がく' }],
  ])('%s finds %j', async (search, person) => {
    expect(await isFound(person, search)).toBe(true);
  });

  it.each([
    ['unez', { lastName: 'Núñez' }],
    ['brien', { lastName: "O'Brien" }],
    ['smith anna', { firstName: 'Anna', lastName: 'Smith' }],
    ['luc', { firstName: 'Jean-Luc' }],
    ['nunes', { lastName: 'Núñez' }],
    ['かく', { firstName: 'がく' }],
    ['कि', { firstName: 'की' }],
  ])('%s does not find %j', async (search, person) => {
    expect(await isFound(person, search)).toBe(false);
  });

  it.each(["''", '--', '. .', '’’', '\u00ad\u00ad'])(
    '%j is no name, and finds no contact',
    async (search) => {
      await create({}, '+12065550101' as E164);
      expect(await isFound({ firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com' }, search)).toBe(
        false,
      );
    },
  );
});

describe('rules E2: what a search for an e-mail address finds', () => {
  const anna = { firstName: 'Ann', email: 'Anna.Smith-Jones+news@Example.com' };

  it.each([
    'anna.smith-jones+news@example.com',
    'ANNA.SMITH-JONES+NEWS@EXAMPLE.COM',
    'anna.s',
    'anna.smith-jones+news@',
  ])('%s finds the contact', async (search) => {
    expect(await isFound(anna, search)).toBe(true);
  });

  it.each(['example.com', 'smith-jones', 'anna.smith-jones+news@example.org', 'annb'])(
    '%s does not',
    async (search) => {
      expect(await isFound(anna, search)).toBe(false);
    },
  );
});

describe('rules E2: what a search for digits finds', () => {
  it.each(['5550100', '(206) 555-0100', '+1 206.555.0100', '65550'])(
    '%s finds the number',
    async (search) => {
      expect(await isFound({}, search)).toBe(true);
    },
  );

  it.each(['5550101', '206 555 0100 x'])('%s does not', async (search) => {
    expect(await isFound({}, search)).toBe(false);
  });
});

describe('rules E2: a search after changes', () => {
  it('finds the names and the address that the contact has now', async () => {
    await create({ firstName: 'Anna', lastName: 'Smith' });
    await update({ lastName: 'Núñez', email: 'anna@example.com' });
    expect(await find('smith')).toEqual([]);
    expect(await find('nunez')).toEqual([PHONE]);
    expect(await find('annanu')).toEqual([PHONE]);
    expect(await find('anna@')).toEqual([PHONE]);
    await update({ firstName: null, lastName: '', email: null });
    expect(await find('nunez')).toEqual([]);
    expect(await find('anna')).toEqual([]);
    expect(await find('5550100')).toEqual([PHONE]);
  });

  it('finds both of two changes that are made at once', async () => {
    await create({ firstName: 'Anna', lastName: 'Smith' });
    await Promise.all([update({ firstName: 'Berta' }), update({ lastName: 'Jones' })]);
    expect(await find('berta jones')).toEqual([PHONE]);
  });

  it('takes as much of a long name as a search can have', async () => {
    // Each of these signs is folded to eighteen letters.
    const long = '\ufdfa'.repeat(100);
    await create({ firstName: long, lastName: 'Smith' });
    expect(await find(long)).toEqual([PHONE]);
    expect(await find('\ufdfa\ufdfa')).toEqual([PHONE]);
    expect(await find('smith')).toEqual([PHONE]);
    expect(await find(`${'\ufdfa'.repeat(2)}x`)).toEqual([]);
  });
});
