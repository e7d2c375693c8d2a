import type { Erasure } from '../../../shared/erasure/erasure';
import { holdsNumber } from '../../../shared/erasure/internal/holds-number';
import { People } from '../../../shared/erasure/internal/people';

describe('people', () => {
  const REQUESTED_AT = '2026-03-01T12:00:00.000Z';
  const BEFORE = { accountId: 'acc_1', at: REQUESTED_AT };
  const NO_CONTACT = { field: 'phoneNumber', op: 'exists', value: false };
  const EVERY_CONTACT = { field: 'phoneNumber', op: 'exists', value: true };

  const MARIA: Erasure = {
    id: 'ers_1',
    kind: 'person',
    accountId: 'acc_1',
    status: 'running',
    phoneNumbers: ['+12065550100' as Erasure['phoneNumbers'][number]],
    profiles: [{ firstName: 'Maria', lastName: 'Quill', email: 'mq@example.com' }],
    metByOthers: ['firstName equals maria', 'firstName contains maria'],
    areNamesKnown: true,
    leavingGroupIds: [],
    isTableErased: false,
    hasUnended: false,
    searchedFiles: [],
    requestedAt: REQUESTED_AT,
    completedAt: undefined,
  };
  const people = (changes: Partial<Erasure> = {}) => new People([{ ...MARIA, ...changes }]);
  const clean = (value: unknown, changes: Partial<Erasure> = {}) =>
    people(changes).withoutPeople(value, BEFORE);
  const leaf = (field: string, op: string, value: unknown) => ({ field, op, value });

  describe('rules E2: a comparison that names a person', () => {
    it.each([
      ['phoneNumber', 'equals', '+12065550100', NO_CONTACT],
      ['phoneNumber', 'startsWith', '+12065550100', NO_CONTACT],
      ['phoneNumber', 'contains', '2065550100', NO_CONTACT],
      ['phoneNumber', 'notEquals', '+12065550100', EVERY_CONTACT],
      ['email', 'equals', 'MQ@example.com', NO_CONTACT],
      ['customFields.Note', 'contains', 'call (206) 555-0100', NO_CONTACT],
      ['customFields.Phone', 'equals', 12065550100, NO_CONTACT],
      ['customFields.Phone', 'notEquals', 12065550100, EVERY_CONTACT],
      ['customFields.Note', 'equals', 'Quill, Maria', NO_CONTACT],
      ['customFields.Tags', 'containsAll', ['vip', 'maria quill'], NO_CONTACT],
      ['lastName', 'equals', 'quill', NO_CONTACT],
      ['lastName', 'startsWith', 'QUILL', NO_CONTACT],
      ['lastName', 'contains', 'Quill', NO_CONTACT],
      ['lastName', 'notEquals', 'Quill', EVERY_CONTACT],
      ['lastName', 'in', ['Quill'], NO_CONTACT],
      ['lastName', 'in', ['Smith', 'Quill', 'Jones'], leaf('lastName', 'in', ['Smith', 'Jones'])],
      ['phoneNumber', 'in', ['+12065550100', '+12065550101'], leaf('phoneNumber', 'in', ['+12065550101'])],
      ['customFields.Phone', 'in', [12065550100, 7], leaf('customFields.Phone', 'in', [7])],
      [
        'customFields.Tags',
        'containsAny',
        ['maria quill', 'x'],
        leaf('customFields.Tags', 'containsAny', ['x']),
      ],
    ])('%s %s %j', (field, op, value, cleaned) => {
      expect(clean(leaf(field, op, value))).toEqual(cleaned);
    });

    it.each([
      ['firstName', 'equals', 'Maria'],
      ['firstName', 'in', ['Maria']],
      ['firstName', 'contains', 'maria'],
      ['lastName', 'equals', 'Maria'],
      ['firstName', 'equals', 'Quill'],
      ['lastName', 'startsWith', 'Qui'],
      ['lastName', 'contains', 'Quills'],
      ['address.city', 'equals', 'Quill'],
      ['phoneNumber', 'startsWith', '+1206'],
      ['phoneNumber', 'equals', '+12065550101'],
      ['lastName', 'exists', true],
      ['birthDate', 'between', ['2000-01-01', '2001-01-01']],
      ['customFields.Visits', 'lt', 12065550101],
    ])('%s %s %j stays: it is about others too', (field, op, value) => {
      const before = leaf(field, op, value);
      expect(clean(before)).toBe(before);
    });

    it('goes wherever it stands in a filter, and the rest stays', () => {
      const other = leaf('gender', 'equals', 'OTHER');
      const named = leaf('phoneNumber', 'equals', '+12065550100');
      expect(
        clean({ groups: ['grp_1'], filter: { all: [other, { any: [{ not: named }, named] }] } }),
      ).toEqual({
        groups: ['grp_1'],
        filter: { all: [other, { any: [{ not: NO_CONTACT }, NO_CONTACT] }] },
      });
    });

    it('is erased already: nothing changes', () => {
      const once = clean({
        any: [leaf('lastName', 'notEquals', 'Quill'), leaf('lastName', 'equals', 'Quill')],
      });
      expect(clean(once)).toBe(once);
    });

    it('is not decided on before the names of other contacts are known', () => {
      const named = { all: [leaf('lastName', 'in', ['Quill', 'Smith'])] };
      const unknown = people({ areNamesKnown: false });
      expect(unknown.withoutPeople(named, BEFORE)).toBe(named);
      expect(unknown.isUndecided(named, BEFORE)).toBe(true);
      expect(people().isUndecided(named, BEFORE)).toBe(false);
      const others = {
        all: [leaf('lastName', 'equals', 'Smith'), leaf('email', 'equals', 'mq@example.com')],
      };
      expect(unknown.isUndecided(others, BEFORE)).toBe(false);
    });
  });

  describe('rules E2: the names of other contacts', () => {
    const meet = (...contacts: Array<{ firstName?: string; lastName?: string; accountId?: string }>) => {
      const met = people({ metByOthers: [], areNamesKnown: false });
      for (const contact of contacts) met.meet({ accountId: 'acc_1', ...contact });
      return met.takeNews();
    };

    it('are remembered where they are or contain those of the person, in any case', () => {
      expect(meet({ firstName: 'MARIA' }, { lastName: 'Quillfeather' }, { firstName: 'maria' })).toEqual([
        {
          erasureId: 'ers_1',
          metByOthers: ['firstName equals maria', 'firstName contains maria', 'lastName contains quill'],
        },
      ]);
    });

    it('count in their own field and account only', () => {
      expect(
        meet({ firstName: 'Quill', lastName: 'Maria' }, { accountId: 'acc_2', lastName: 'Quill' }),
      ).toEqual([]);
    });

    it('are told once', () => {
      const met = people({ metByOthers: [], areNamesKnown: false });
      met.meet({ accountId: 'acc_1', lastName: 'Quill' });
      expect(met.takeNews()).toHaveLength(1);
      met.meet({ accountId: 'acc_1', lastName: 'Quill' });
      expect(met.takeNews()).toEqual([]);
    });
  });

  describe('rules E2: what a text of the account says', () => {
    it('loses number, full name and e-mail address, in lists, maps and their names', () => {
      expect(
        clean({
          reasons: ['of Maria Quill', 'of Maria'],
          mapping: { '206-555-0100': 'phoneNumber', Phone: 'x' },
          approval: { reason: 'asked mq@example.com', approved: 3 },
        }),
      ).toEqual({
        reasons: ['of [erased]', 'of Maria'],
        mapping: { '[erased]': 'phoneNumber', Phone: 'x' },
        approval: { reason: 'asked [erased]', approved: 3 },
      });
    });

    it('stays as it is when it was written after the request, or by another account', () => {
      const text = { name: '+12065550100' };
      expect(people().withoutPeople(text, { ...BEFORE, at: '2026-03-01T12:00:00.001Z' })).toBe(text);
      expect(people().withoutPeople(text, { ...BEFORE, accountId: 'acc_2' })).toBe(text);
      expect(people().withoutPeople(text, BEFORE)).toEqual({ name: '[erased]' });
    });

    it('goes by the people of its time, of several erasures', () => {
      const later = {
        ...MARIA,
        id: 'ers_2',
        phoneNumbers: ['+12065550101'] as Erasure['phoneNumbers'],
        requestedAt: '2026-03-01T13:00:00.000Z',
      };
      const both = new People([MARIA, later]);
      const text = '+12065550100 +12065550101';
      expect(both.withoutPeople(text, BEFORE)).toBe('[erased] [erased]');
      expect(both.withoutPeople(text, { ...BEFORE, at: '2026-03-01T12:30:00.000Z' })).toBe(
        '+12065550100 [erased]',
      );
      expect(both.withoutPeople(text, { ...BEFORE, at: '2026-03-01T13:30:00.000Z' })).toBe(text);
    });

    it('keeps packed data', () => {
      const data = new Uint8Array([1, 2, 3]);
      expect(clean({ data })).toEqual({ data });
    });
  });

  describe('rules E2: a key of the caller', () => {
    it.each(['welcome-12065550100', 'k:2065550100', 'x12065550100123', 'Maria-12065550100'])(
      '%s names the person',
      (key) => {
        expect(people().isNamedIn('acc_1', key)).toBe(true);
      },
    );

    it.each(['welcome', 'k:2065550101', 'Maria'])('%s does not', (key) => {
      expect(people().isNamedIn('acc_1', key)).toBe(false);
      expect(people().isNamedIn('acc_2', 'welcome-12065550100')).toBe(false);
    });
  });
});

const holds = async (text: string, ...phoneNumbers: string[]) => {
  const whole = async function* () {
    yield text;
  };
  const pieces = async function* () {
    for (const character of text) yield character;
  };
  const found = await holdsNumber(whole(), phoneNumbers);
  expect(await holdsNumber(pieces(), phoneNumbers)).toBe(found);
  return found;
};

describe('rules E2: finding a number in a file', () => {
  it.each([
    'Phone\n2065550100\n',
    'Phone;Name\n(206) 555-0100;Ann',
    '{"phoneNumber":"+12065550100"}',
    '"1-206.555.0100","x"',
    "'+1 206 555 0100",
    '206\u00a0555\u20110100',
  ])('finds it as people write it: %j', async (text) => {
    expect(await holds(text, '+12065550100')).toBe(true);
  });

  it.each(['', 'Phone\n2065550101\n', '206,5550100', '206555\t0100x', '+1206555010'])(
    'finds no other number: %j',
    async (text) => {
      expect(await holds(text, '+12065550100')).toBe(false);
    },
  );

  it('finds numbers of other countries without their code, and any of several', async () => {
    expect(await holds('0171 1234567', '+491711234567')).toBe(true);
    expect(await holds('+49 171 1234567', '+12065550100', '+491711234567')).toBe(true);
    expect(await holds('0171 1234568', '+491711234567')).toBe(false);
  });
});
