import { matchesFilter } from '../../../../../shared/audience/book/matches-filter';
import type { BookContact } from '../../../../../shared/audience/book/read-shard';
import { contactItem } from '../../../../../shared/audience/contacts/contact';

const NO_FILTER = {
  group: undefined,
  pendingGroup: undefined,
  tag: undefined,
  optedOut: undefined,
  updatedSince: undefined,
};

interface Person {
  firstName?: string;
  lastName?: string;
  email?: string;
}

function isFound(person: Person, search: string): boolean {
  const contact = contactItem.read({
    ...{ pk: 'CONTACT#acc_1#+12065550100', sk: 'CONTACT', entity: 'contact' },
    ...{ id: 'con_1', accountId: 'acc_1', phoneNumber: '+12065550100' },
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    ...person,
  }) as BookContact;
  return matchesFilter(contact, { ...NO_FILTER, search });
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
  ])('%s finds %j', (search, person) => {
    expect(isFound(person, search)).toBe(true);
  });

  it.each([
    ['unez', { lastName: 'Núñez' }],
    ['brien', { lastName: "O'Brien" }],
    ['smith anna', { firstName: 'Anna', lastName: 'Smith' }],
    ['luc', { firstName: 'Jean-Luc' }],
    ['nunes', { lastName: 'Núñez' }],
    ['かく', { firstName: 'がく' }],
    ['कि', { firstName: 'की' }],
  ])('%s does not find %j', (search, person) => {
    expect(isFound(person, search)).toBe(false);
  });

  it.each(["''", '--', '. .', '’’', '\u00ad\u00ad'])('%j is no name, and finds no contact', (search) => {
    expect(isFound({ firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com' }, search)).toBe(false);
    expect(isFound({}, search)).toBe(false);
  });
});

describe('rules E2: what a search for an e-mail address finds', () => {
  const anna = { firstName: 'Ann', email: 'Anna.Smith-Jones+news@Example.com' };

  it.each([
    'anna.smith-jones+news@example.com',
    'ANNA.SMITH-JONES+NEWS@EXAMPLE.COM',
    'anna.s',
    'anna.smith-jones+news@',
  ])('%s finds the contact', (search) => {
    expect(isFound(anna, search)).toBe(true);
  });

  it.each(['example.com', 'smith-jones', 'anna.smith-jones+news@example.org', 'annb'])(
    '%s does not',
    (search) => {
      expect(isFound(anna, search)).toBe(false);
    },
  );
});

describe('rules E2: what a search for digits finds', () => {
  it.each(['5550100', '(206) 555-0100', '+1 206.555.0100', '65550'])('%s finds the number', (search) => {
    expect(isFound({}, search)).toBe(true);
  });

  it.each(['5550101', '206 555 0100 x'])('%s does not', (search) => {
    expect(isFound({}, search)).toBe(false);
  });
});
