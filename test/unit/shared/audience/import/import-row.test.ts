import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';

import { readImportRow, refusalProblem } from '../../../../../shared/audience/import/internal/import-row';
import { openRows } from '../../../../../shared/audience/import/internal/open-rows';
import { describeProblem, describeProblems } from '../../../../../shared/audience/import/problem';
import {
  checkUnpacked,
  isTooDeep,
  READING_LIMITS,
  type TextReading,
} from '../../../../../shared/audience/import/internal/reading-limits';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  newDescription,
} from '../../../../../shared/audience/import/source-row';
import { ServiceError } from '../../../../../shared/errors/service-error';

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

const MB = 1024 * 1024;
const NO_FIELDS = { fields: [], nextGeneration: 1, version: 1 };

/** Reads rows. @returns their numbers, with their errors */
async function readRows(input: Readable, format: ImportFormat, reading: TextReading = {}) {
  const rows: Array<[number, string]> = [];
  const options = { format, mapping: {}, schema: NO_FIELDS, countries: [], dateFormat: 'mdy' as const };
  for await (const { row, problems } of openRows(input, { ...options, ...reading }, newDescription())) {
    rows.push([row, problems.map(({ cause }) => cause).join('; ')]);
  }
  return rows;
}

/** Returns this many megabytes of line feeds, compressed while they are read. */
function packedLineFeeds(megabytes: number): Readable {
  const packed = createGzip();
  Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MB, '\n'))).pipe(packed);
  return packed;
}

const noise = (length: number) =>
  Array.from({ length }, (_, index) => String(Math.imul(index, 2654435761) >>> 0)).join('');

describe('a packed file (rules E5)', () => {
  it.each(IMPORT_FORMATS)('unpacks to at most 100 times its size, as %s', async (format) => {
    await expect(readRows(packedLineFeeds(3), format)).rejects.toThrow(
      'The file unpacks to more than 100 times its size: upload it without packing it.',
    );
  });

  it('is read no further than to what it may have in all', async () => {
    const content = gzipSync(noise(20_000));
    const limits = { ...READING_LIMITS, unpackedBytes: 64 * 1024 };
    await expect(readRows(Readable.from([content]), 'jsonl', { limits })).rejects.toThrow(
      'when unpacked: split it.',
    );
  });

  it('may have 100 bytes for each of its own and 4 GB, to the byte', () => {
    const check = (packed: number, unpacked: number) => () =>
      checkUnpacked({ packed, unpacked }, READING_LIMITS);
    expect(check(2 * MB, 200 * MB)).not.toThrow();
    expect(check(2 * MB, 200 * MB + 1)).toThrow(/^The file unpacks to more than 100 times its size/);
    expect(check(1024 * MB, 4096 * MB)).not.toThrow();
    expect(check(1024 * MB, 4096 * MB + 1)).toThrow(/^The file is larger than 4 GB when unpacked/);
    // The most that gzip makes of 2 MB.
    expect(check(2 * MB, 2048 * MB)).toThrow();
  });

  it('does not limit a plain one', async () => {
    const limits = { ...READING_LIMITS, unpackedBytes: 1, unpackingRatio: 1 };
    expect(await readRows(Readable.from(['{"phone":"1"}\n']), 'jsonl', { limits })).toEqual([[1, '']]);
  });
});

describe('rows without anything in them (rules E5)', () => {
  const limits = { ...READING_LIMITS, rows: 1000 };

  it.each<[ImportFormat, string]>([
    ['csv', 'phone\n'],
    ['jsonl', ''],
    ['pinpoint', 'ChannelType,Address\n'],
  ])('count as rows of %s', async (format, header) => {
    const file = (rows: number) => Readable.from([header + '\n'.repeat(rows)]);
    expect(await readRows(file(1000), format, { limits })).toEqual([]);
    await expect(readRows(file(1001), format, { limits })).rejects.toThrow(
      'The file has more than 1,000 rows, empty ones included: split it.',
    );
  });
});

describe('while a file is read (rules E5)', () => {
  it.each(IMPORT_FORMATS)('each piece shows that there is progress, without a row, as %s', async (format) => {
    let calls = 0;
    const pieces = Array.from({ length: 20 }, () => '\n'.repeat(1000));
    const onProgress = () => Promise.resolve(void calls++);
    await readRows(Readable.from(pieces), format, { onProgress }).catch(() => []);
    expect(calls).toBe(20);
  });

  it.each(IMPORT_FORMATS)('the reading ends when it is told to, as %s', async (format) => {
    let pieces = 0;
    const endless = function* () {
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(4096, '\n');
      }
    };
    const onProgress = () => (pieces > 10 ? Promise.reject(new Error('cancelled')) : Promise.resolve());
    await expect(readRows(Readable.from(endless()), format, { onProgress })).rejects.toThrow('cancelled');
    expect(pieces).toBeLessThan(100);
  });
});

describe('lists and objects within each other (rules E5)', () => {
  const nested = (levels: number) => `{"phone":"1","a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const REASON = 'has objects or lists nested more than 32 deep';

  it.each(['jsonl', 'pinpoint'] as const)('may be 32 deep in a line of %s', async (format) => {
    const file = [nested(32), nested(33), nested(100_000), `{"a":`.repeat(20_000) + '1' + '}'.repeat(20_000)];
    expect(await readRows(Readable.from([file.join('\n')]), format)).toEqual([
      [1, ''],
      [2, REASON],
      [3, REASON],
      [4, REASON],
    ]);
  });

  it.each<[ImportFormat, string]>([
    ['csv', 'phone,first'],
    ['pinpoint', 'Address,ChannelType,Attributes.A'],
  ])('are text in a cell of %s', async (format, header) => {
    const file = `${header}\n1,SMS,${'['.repeat(100_000)}${']'.repeat(100_000)}\n`;
    const mapping = { 'Attributes.A': 'firstName' };
    const options = { format, mapping, schema: NO_FIELDS, countries: [], dateFormat: 'mdy' as const };
    const first = await openRows(Readable.from([file]), options, newDescription()).next();
    expect(first).toMatchObject({ value: { row: 2 } });
  });

  it('are counted as levels, whatever else is in them', () => {
    expect(isTooDeep({ a: 1, b: [] }, 2)).toBe(false);
    expect(isTooDeep({ a: 1, b: [] }, 1)).toBe(true);
    expect(isTooDeep([null, 'text', 1], 1)).toBe(false);
  });
});
