import { ServiceError } from '../../../../../shared/errors/service-error';
import { readImportRow, refusalProblem } from '../../../../../shared/audience/import/import-row';
import { describeProblem, describeProblems } from '../../../../../shared/audience/import/problem';

const PHONE = '+12125550123';
const SCHEMA = {
  fields: [
    {
      number: 1,
      generation: 1,
      label: 'Size',
      type: 'SINGLE_SELECT' as const,
      options: ['S'],
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    {
      number: 2,
      generation: 2,
      label: 'Topics',
      type: 'MULTI_SELECT' as const,
      options: ['News'],
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    {
      number: 3,
      generation: 3,
      label: 'Since',
      type: 'DATE' as const,
      options: [],
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  ],
  nextGeneration: 4,
  version: 1,
};
const read = (values: object, problems: Array<{ cause: string }> = [], dateFormat: 'mdy' | 'dmy' = 'mdy') =>
  readImportRow(
    {
      row: 7,
      values: new Map(Object.entries(values)),
      problems,
      original: { type: 'cells', cells: [] },
    },
    { schema: SCHEMA, countries: ['US'], dateFormat },
  );
const reasonOf = (values: object) => {
  const result = read(values);
  return 'problems' in result ? describeProblems(result.problems) : undefined;
};

describe('a row of an import', () => {
  it('is a phone number and the body of a contact', () => {
    expect(
      read({
        phoneNumber: '(212) 555-0123',
        firstName: 'Ada',
        'address.city': 'London',
        'customFields.Size': 'S',
        isFavorite: null,
      }),
    ).toEqual({
      row: 7,
      phoneNumber: PHONE,
      body: { firstName: 'Ada', address: { city: 'London' }, customFields: { Size: 'S' }, isFavorite: null },
    });
  });

  it('that could not be read keeps its reason', () => {
    expect(read({}, [{ cause: 'is not valid JSON' }])).toEqual({
      problems: [{ cause: 'is not valid JSON' }],
    });
  });

  it('tells all that is wrong with it at once, with the values', () => {
    expect(
      reasonOf({
        phoneNumber: '12',
        firstName: 'a'.repeat(41),
        birthDate: '1990-02-30',
        'address.country': 'Atlantis',
        'customFields.Size': 'XXL',
        optedOut: 'maybe',
      })?.split('; '),
    ).toEqual([
      'phoneNumber: must be a phone number, such as +12125550123, not "12"',
      'optedOut: must be true, false or a date, not "maybe"',
      `firstName: must have at most 40 characters, not "${'a'.repeat(41)}"`,
      'birthDate: must be a day of the calendar, YYYY-MM-DD or MM/DD/YYYY, not "1990-02-30"',
      'address.country: must be an ISO 3166-1 alpha-2 code, not "Atlantis"',
      'customFields.Size: unknown_option: must be one of S, not "XXL"',
    ]);
  });

  it('names the options that a field of several lacks', () => {
    expect(reasonOf({ phoneNumber: PHONE, 'customFields.Topics': ['News', 'Sales', 'Hats'] })).toBe(
      'customFields.Topics: unknown_option: must be one of News, not "Sales, Hats"',
    );
  });

  it.each([
    [10, 20, 'must be one of 00000000000000000000, 1'],
    [10, 21, 'must be one of the options of the field'],
    [11, 1, 'must be one of the options of the field'],
  ])('names %i options of its field, the first of %i characters: %s', (count, characters, reason) => {
    const options = Array.from({ length: count }, (_, index) =>
      index === 0 ? '0'.repeat(characters) : `${index}`.padEnd(18, '-'),
    );
    const [size, ...fields] = SCHEMA.fields;
    const schema = { ...SCHEMA, fields: [{ ...size, options } as (typeof SCHEMA.fields)[number], ...fields] };
    const values = new Map<string, unknown>([
      ['phoneNumber', PHONE],
      ['customFields.Size', 'XXL'],
    ]);
    const row = { row: 7, values, problems: [], original: { type: 'cells' as const, cells: [] } };
    const result = readImportRow(row, { schema, countries: ['US'], dateFormat: 'mdy' });
    expect('problems' in result && describeProblems(result.problems)).toContain(`unknown_option: ${reason}`);
    expect('problems' in result && result.problems[0]?.value).toBe('XXL');
  });

  it('says how dates are written in its file', () => {
    const values = { phoneNumber: PHONE, birthDate: '12/25/1990', 'customFields.Since': '12/25/1990' };
    const result = read(values, [], 'dmy');
    expect('problems' in result && result.problems).toEqual([
      {
        field: 'birthDate',
        cause: 'birthDate: must be a day of the calendar, YYYY-MM-DD or DD/MM/YYYY',
        value: '12/25/1990',
      },
      {
        field: 'customFields.Since',
        cause: 'customFields.Since: invalid_date_format: must be a date, YYYY-MM-DD or DD/MM/YYYY',
        value: '12/25/1990',
      },
    ]);
  });

  it.each<[unknown, object | undefined]>([
    [true, {}],
    [1, {}],
    ['TRUE', {}],
    [' Yes ', {}],
    ['y', {}],
    ['1', {}],
    ['on', {}],
    ['2026-02-03', { at: '2026-02-03T00:00:00.000Z' }],
    ['2026-02-03T04:05:06+02:00', { at: '2026-02-03T02:05:06.000Z' }],
    ['2026-02-03 04:05', { at: '2026-02-03T04:05:00.000Z' }],
    [false, undefined],
    [0, undefined],
    [null, undefined],
    ['', undefined],
    ['NO', undefined],
    ['off', undefined],
  ])('with optedOut %j is read', (optedOut, statement) => {
    expect(read({ phoneNumber: PHONE, optedOut })).toEqual({
      row: 7,
      phoneNumber: PHONE,
      body: {},
      ...(statement && { optedOut: statement }),
    });
  });

  it.each<unknown>(['maybe', '2', 2, '2026-02-30', '02/13/2026', {}, [], '20260203'])(
    'with optedOut %j cannot be read',
    (optedOut) => {
      expect(reasonOf({ phoneNumber: PHONE, optedOut })).toMatch(
        /^optedOut: must be true, false or a date, not /,
      );
    },
  );

  it('reads back what the service answers of an opt-out', () => {
    const optedOutAt = '2026-02-03T04:05:06.789Z';
    for (const optedOut of [undefined, false, true]) {
      expect(read({ phoneNumber: PHONE, optedOutAt, optedOut })).toMatchObject({
        optedOut: { at: optedOutAt },
      });
    }
    expect(read({ phoneNumber: PHONE, optedOutAt: '' })).not.toHaveProperty('optedOut');
  });

  it.each<[unknown, string]>([
    [undefined, 'phoneNumber: required'],
    ['', 'phoneNumber: required'],
    [{}, 'phoneNumber: must be a phone number, not "{}"'],
    ['none', 'phoneNumber: must be a phone number, without extension and letters, not "none"'],
  ])('cannot have the phone number %j', (phoneNumber, reason) => {
    expect(reasonOf({ phoneNumber })).toBe(reason);
  });
});

describe('a refusal as a problem', () => {
  it.each([
    [
      new ServiceError('InvalidCustomField', {
        cause: 'type_mismatch',
        details: { label: 'Size', reason: 'type_mismatch' },
      }),
      'customFields.Size: type_mismatch: must be a value of the type of the field',
    ],
    [new ServiceError('ContactHardOptedOut'), 'hard-opted-out: only the contact can opt in again'],
    [new ServiceError('PendingElsewhere'), 'pending in another group'],
    [new ServiceError('ContactNotFound', { cause: 'addressed' }), 'Contact not found.'],
  ])('says what %s says', (error, reason) => {
    expect(describeProblem(refusalProblem(error))).toBe(reason);
  });

  it('is made of nothing but refusals', () => {
    expect(() => refusalProblem(new TypeError('a bug'))).toThrow(new TypeError('a bug'));
  });
});
