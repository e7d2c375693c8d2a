import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { findColumnAlias } from '../../../../../shared/audience/import/column-aliases';
import { csvLine } from '../../../../../shared/audience/import/csv-line';
import { unescapeCell } from '../../../../../shared/audience/import/formula-cell';
import {
  type DateFormat,
  formatShownBy,
  readNamedDay,
  readSlashedDay,
} from '../../../../../shared/audience/import/date-format';
import type { RejectedRow } from '../../../../../shared/audience/import/import-rows';
import { openRows } from '../../../../../shared/audience/import/internal/open-rows';
import { type Problem, problemOf } from '../../../../../shared/audience/import/problem';
import { rejectedHeader, rejectedLines } from '../../../../../shared/audience/import/rejected-line';
import { addToSample } from '../../../../../shared/audience/import/internal/rejected-sample';
import { newDescription, type SourceRow } from '../../../../../shared/audience/import/source-row';

/** Returns a stream in chunks of one byte: the result must not depend on where a stream is cut. */
const streamOf = (content: string | Buffer) =>
  Readable.from([...Buffer.from(content as string)].map((byte) => Buffer.from([byte])));

async function readFile(content: string | Buffer) {
  const description = newDescription();
  const rows: SourceRow[] = [];
  const reading = {
    ...{ format: 'pinpoint' as const, mapping: { 'User.UserAttributes.Name': 'firstName' } },
    ...{ schema: { fields: [], nextGeneration: 1, version: 1 }, countries: ['US'] as const },
    dateFormat: 'mdy' as const,
  };
  for await (const row of openRows(streamOf(content), reading, description)) rows.push(row);
  return { rows, description };
}

const valuesOf = ({ row, values }: SourceRow) => [row, Object.fromEntries(values)];
const read = async (content: string | Buffer) => (await readFile(content)).rows.map(valuesOf);

/** Returns the file of rejected rows, as if every row were one. */
async function rejectAll(content: string): Promise<string> {
  const { rows, description } = await readFile(content);
  const rejected = rows.map(({ row, original }) => ({ row, original, problems: [{ cause: 'is wrong' }] }));
  return rejectedHeader(description) + rejectedLines(rejected, description);
}

const NEW_YORK = '+12125550123';
const BOSTON = '+16175550123';
const CHICAGO = '+13125550123';

describe('several CSV files of Amazon Pinpoint, one after another (rules E5)', () => {
  it.each([
    ['the same columns', 'Address,ChannelType,OptOut', `${BOSTON},SMS,ALL`],
    ['other columns', 'OptOut,ChannelType,Address', `ALL,SMS,${BOSTON}`],
    [
      'a column of an attribute first',
      'User.UserAttributes.Size,OptOut,ChannelType,Address',
      `M,ALL,SMS,${BOSTON}`,
    ],
    ['a byte order mark', '\ufeffOptOut,Address,ChannelType', `ALL,${BOSTON},SMS`],
    ['quoted names', '"OptOut","Address","ChannelType"', `"ALL","${BOSTON}","SMS"`],
  ])('are read where the first does not end with a line feed and the next has %s', async (_, header, row) => {
    const first = `Address,ChannelType,OptOut\r\n${CHICAGO},SMS,NONE\r\n${NEW_YORK},SMS,ALL`;
    const expected = [
      [2, { phoneNumber: CHICAGO }],
      [3, { phoneNumber: NEW_YORK, optedOut: true }],
      [5, { phoneNumber: BOSTON, optedOut: true }],
    ];
    const second = `${header}\r\n${row}`;
    expect(await read(first + second)).toEqual(expected);
    expect(await read(Buffer.concat([gzipSync(first), gzipSync(second)]))).toEqual(expected);
  });

  it('are read where the last cell of a file is quoted or empty', async () => {
    const header = 'ChannelType,Address,User.UserAttributes.Name\n';
    const files = [`SMS,${NEW_YORK},"Ada ""A"", Lovelace"`, `SMS,${BOSTON},"Grace"`, `SMS,${CHICAGO},`];
    expect(await read(files.map((file) => header + file).join(''))).toEqual([
      [2, { phoneNumber: NEW_YORK, firstName: 'Ada "A", Lovelace' }],
      [4, { phoneNumber: BOSTON, firstName: 'Grace' }],
      [6, { phoneNumber: CHICAGO }],
    ]);
  });

  it('have a header of their own, whose columns may be others', async () => {
    const files = `ChannelType,Address\nSMS,${NEW_YORK}\nOptOut,User.UserId,ChannelType,Address\nALL,ann,SMS,${BOSTON}\n`;
    expect(await read(files)).toEqual([
      [2, { phoneNumber: NEW_YORK }],
      [4, { phoneNumber: BOSTON, optedOut: true }],
    ]);
  });

  it('keep cells that are named like a column', async () => {
    const header = 'ChannelType,Address,User.UserAttributes.Name\n';
    expect(await read(`${header}SMS,${NEW_YORK},Address\nSMS,${BOSTON},ChannelType Address\n`)).toEqual([
      [2, { phoneNumber: NEW_YORK, firstName: 'Address' }],
      [3, { phoneNumber: BOSTON, firstName: 'ChannelType Address' }],
    ]);
  });

  it('have their rejected rows below their own columns', async () => {
    const files =
      `Address,ChannelType\n${NEW_YORK},SMS\nOptOut,ChannelType,Address\nALL,SMS,${BOSTON}\nNONE,SMS,${CHICAGO}\n` +
      `Address,ChannelType\n${NEW_YORK},SMS\n`;
    const rejects =
      `Address,ChannelType,rejectedRow,rejectedReason\n${NEW_YORK},SMS,2,is wrong\n` +
      `OptOut,ChannelType,Address,rejectedRow,rejectedReason\nALL,SMS,${BOSTON},4,is wrong\nNONE,SMS,${CHICAGO},5,is wrong\n` +
      `Address,ChannelType,rejectedRow,rejectedReason\n${NEW_YORK},SMS,7,is wrong\n`;
    expect(await rejectAll(files)).toBe(rejects);
    expect(await read(rejects)).toEqual([
      [2, { phoneNumber: NEW_YORK }],
      [4, { phoneNumber: BOSTON, optedOut: true }],
      [5, { phoneNumber: CHICAGO }],
      [7, { phoneNumber: NEW_YORK }],
    ]);
    expect(await rejectAll(rejects)).toBe(rejects);
  });

  it('have rejected rows in parts of the file of rejects, each of which ends below the first columns', async () => {
    const { rows, description } = await readFile(
      `Address,ChannelType\nx,SMS\nOptOut,ChannelType,Address\nALL,SMS,y\n`,
    );
    const rejected = rows.map(({ row, original }) => ({ row, original, problems: [{ cause: 'is wrong' }] }));
    const last = rejected.slice(1);
    expect(rejectedLines(last, description)).toBe(
      'OptOut,ChannelType,Address,rejectedRow,rejectedReason\nALL,SMS,y,4,is wrong\n' +
        'Address,ChannelType,rejectedRow,rejectedReason\n',
    );
  });
});

describe('days with the name of a month (rules E5)', () => {
  it.each([
    ['Dec 9, 1961', '1961-12-09'],
    ['December 9, 1961', '1961-12-09'],
    ['dec. 09 1961', '1961-12-09'],
    ['9 December 1961', '1961-12-09'],
    ['9-Dec-1961', '1961-12-09'],
    ['Sept 1st, 2001', '2001-09-01'],
    [' May 3, 1999 ', '1999-05-03'],
    ['29 Feb 2000', '2000-02-29'],
    ['29 Feb 2001', undefined],
    ['Dec 32, 1961', undefined],
    ['Dez 9, 1961', undefined],
    ['Dece 9, 61', undefined],
    ['Ma 9, 1961', undefined],
    ['Decembe 9, 1961', undefined],
    ['1961 Dec 9', undefined],
    ['12/9/1961', undefined],
    ['', undefined],
  ])('reads %j as %s', (text, day) => {
    expect(readNamedDay(text)).toBe(day);
  });
});

describe('days with slashes (rules E5)', () => {
  it.each<[string, DateFormat, string | undefined]>([
    ['12/10/1985', 'mdy', '1985-12-10'],
    ['12/10/1985', 'dmy', '1985-10-12'],
    ['1/2/1990', 'mdy', '1990-01-02'],
    [' 1/2/1990 ', 'dmy', '1990-02-01'],
    ['25/12/1990', 'dmy', '1990-12-25'],
    ['25/12/1990', 'mdy', undefined],
    ['12/25/1990', 'dmy', undefined],
    ['29/02/1991', 'dmy', undefined],
    ['29/02/1992', 'dmy', '1992-02-29'],
    ['1/2/90', 'mdy', undefined],
    ['1990-01-02', 'mdy', undefined],
    ['', 'mdy', undefined],
  ])('%j as %s is %s', (text, format, day) => {
    expect(readSlashedDay(text, format)).toBe(day);
  });

  it.each<[string, ReturnType<typeof formatShownBy>]>([
    ['25/12/1990', 'dayFirst'],
    ['13/1/1990', 'dayFirst'],
    ['31/12/1990', 'dayFirst'],
    ['32/12/1990', undefined],
    ['12/13/1990', undefined],
    ['12/12/1990', undefined],
    ['12/11/1990', 'ambiguous'],
    ['1/2/1990', 'ambiguous'],
    ['0/2/1990', undefined],
    ['2/0/1990', undefined],
    ['13/13/1990', undefined],
    ['1990-01-02', undefined],
    ['hello', undefined],
  ])('%j shows %s', (text, shown) => {
    expect(formatShownBy(text)).toBe(shown);
  });
});

describe('names that people give columns', () => {
  it.each([
    ['Mobile number', 'phoneNumber'],
    ['E-MAIL', 'email'],
    ['first_name', 'firstName'],
    ['Surname', 'lastName'],
    ['ZIP', 'address.postalCode'],
    ['Birthday', 'birthDate'],
    ['do not text', 'optedOut'],
  ])('%s is %s', (name, field) => {
    expect(findColumnAlias(name)?.field).toBe(field);
  });

  it.each(['Shop', '', 'id', 'Points'])('"%s" is none', (name) => {
    expect(findColumnAlias(name)).toBeUndefined();
  });

  it('prefers a mobile phone to one at home', () => {
    expect(findColumnAlias('Mobile')?.rank).toBeLessThan(findColumnAlias('Home phone')?.rank ?? 0);
  });
});

describe('csvLine', () => {
  it.each(['=1+1', '+CMD', '-CMD', '@SUM(A1)', '\tx', '＝1+1', '＋CMD', '－CMD', '＠SUM(A1)'])(
    'puts an apostrophe before %j, which a spreadsheet takes for a formula, and an import takes it away',
    (text) => {
      expect(csvLine([text, 'b'])).toBe(`'${text},b\n`);
      expect(unescapeCell(`'${text}`)).toBe(text);
    },
  );

  it.each(['+12065550100', '-4.5', "O'Brien", 'a=b', 'Ｗ'])('writes %j as it is', (text) => {
    expect(csvLine([text])).toBe(`${text}\n`);
    expect(unescapeCell(text)).toBe(text);
  });
});

const COLUMNS = new Map([
  ['phoneNumber', 'Mobile'],
  ['customFields.Size', 'Shoe size'],
]);
const rejected = (problems: Problem[], changes: Partial<RejectedRow> = {}): RejectedRow => ({
  row: 7,
  problems,
  original: { type: 'cells', cells: [] },
  columns: COLUMNS,
  ...changes,
});
const sampleOf = (row: RejectedRow) => addToSample(undefined, [row]);
const WRONG_PHONE = problemOf('phoneNumber', 'must be a phone number', 'x');

describe('the sample of rejected rows (rules E5)', () => {
  it('names the column as the file does, the value and the reason', () => {
    const problem = problemOf('customFields.Size', 'unknown_option: must be one of the options', 'XL');
    expect(sampleOf(rejected([problem]))).toEqual([
      {
        row: 7,
        column: 'Shoe size',
        value: 'XL',
        reason: 'unknown_option: must be one of the options, not "XL"',
      },
    ]);
  });

  it('has all reasons of a row, the first one by its column', () => {
    const others = [problemOf('email', 'must be an e-mail address', 'y'), { cause: 'is too long' }];
    expect(sampleOf(rejected([WRONG_PHONE, ...others]))).toEqual([
      {
        row: 7,
        column: 'Mobile',
        value: 'x',
        reason: 'must be a phone number, not "x"; email: must be an e-mail address, not "y"; is too long',
      },
    ]);
  });

  it('goes by the field where the file has no such column, and has no value where there is none', () => {
    expect(sampleOf(rejected([problemOf('email', 'required', '')]))).toEqual([
      { row: 7, column: 'email', reason: 'required' },
    ]);
  });

  it('of a row that is wrong as a whole has neither', () => {
    expect(sampleOf(rejected([{ cause: 'is not valid JSON' }]))).toEqual([
      { row: 7, reason: 'is not valid JSON' },
    ]);
  });

  it('of a row that its contact refuses has the phone number', () => {
    const row = rejected([{ cause: 'hard-opted-out' }], { refusedBy: '(212) 555-0101' });
    expect(sampleOf(row)).toEqual([
      { row: 7, column: 'Mobile', value: '(212) 555-0101', reason: 'hard-opted-out' },
    ]);
  });

  it('shortens what is long', () => {
    const columns = new Map([['email', 'c'.repeat(61)]]);
    const row = rejected([problemOf('email', 'wrong', 'v'.repeat(61))], { columns });
    expect(sampleOf(row)).toEqual([
      {
        row: 7,
        column: `${'c'.repeat(60)}…`,
        value: `${'v'.repeat(60)}…`,
        reason: `wrong, not "${'v'.repeat(60)}…"`,
      },
    ]);
  });

  it('has the first 20 rows, and is absent while there are none', () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => rejected([WRONG_PHONE], { row: from + index }));
    expect(addToSample(undefined, [])).toBeUndefined();
    const some = addToSample(undefined, rows(1, 19));
    expect(some?.map(({ row }) => row)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
    const full = addToSample(some, rows(20, 2));
    expect(full?.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(addToSample(full, rows(30, 5))).toEqual(full);
    expect(addToSample(undefined, rows(1, 21))).toHaveLength(20);
  });
});
