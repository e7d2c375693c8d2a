import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openRows } from '../../../../../shared/audience/import/internal/open-rows';
import {
  type ImportFormat,
  newDescription,
  type SourceRow,
} from '../../../../../shared/audience/import/source-row';
import type {
  CustomFieldDefinition,
  CustomFieldSchema,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '../../../../../shared/limits';

function define(number: number, definition: Partial<CustomFieldDefinition>): CustomFieldDefinition {
  return {
    number,
    generation: number,
    label: `Field ${number}`,
    type: 'TEXT',
    options: [],
    isDisabled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...definition,
  };
}

const SCHEMA: CustomFieldSchema = {
  fields: [
    define(1, { label: 'Nick.name' }),
    define(2, { label: 'Score', type: 'NUMBER' }),
    define(3, { label: 'VIP', type: 'BOOLEAN' }),
    define(4, { label: 'Topics', type: 'MULTI_SELECT', options: ['News', 'Sales', 'a;b', 'c|d'] }),
    define(5, { label: 'Since', type: 'DATE' }),
  ],
  nextGeneration: 6,
  version: 1,
};

/** Returns a stream in chunks of one byte: the result must not depend on where a stream is cut. */
const streamOf = (content: string | Buffer) =>
  Readable.from([...Buffer.from(content as string)].map((byte) => Buffer.from([byte])));

async function readFile(
  content: string | Buffer,
  options: { format?: ImportFormat; mapping?: Record<string, string> } = {},
) {
  const { format = 'csv', mapping = {} } = options;
  const description = newDescription();
  const rows: SourceRow[] = [];
  const reading = { format, mapping, schema: SCHEMA, countries: ['US'] as const, dateFormat: 'mdy' as const };
  for await (const row of openRows(streamOf(content), reading, description)) rows.push(row);
  return { rows, ignored: [...description.ignoredColumns], description };
}
const valuesOf = ({ row, values, problems }: SourceRow) => [
  row,
  problems.length > 0 ? problems.map(({ cause }) => cause).join('; ') : Object.fromEntries(values),
];
const csv = async (...lines: string[]) => (await readFile(lines.join('\n'))).rows.map(valuesOf);

describe('a CSV file (rules E5)', () => {
  it('has columns named like the fields of a contact, parts of them after a dot', async () => {
    expect(
      await csv(
        'phoneNumber,firstName,isFavorite,address.city,address.postalCode,customFields.Nick.name',
        '+12125550123,Ada,TRUE,London,,Countess',
        ' +12125550124 ,,,,,',
      ),
    ).toEqual([
      [
        2,
        {
          phoneNumber: '+12125550123',
          firstName: 'Ada',
          isFavorite: true,
          'address.city': 'London',
          'customFields.Nick.name': 'Countess',
        },
      ],
      [3, { phoneNumber: '+12125550124' }],
    ]);
  });

  it.each([
    ['Phone', 'phoneNumber'],
    ['Mobile number', 'phoneNumber'],
    ['PHONE_NUMBER', 'phoneNumber'],
    ['cell', 'phoneNumber'],
    ['First Name', 'firstName'],
    ['last-name', 'lastName'],
    ['Surname', 'lastName'],
    ['E-Mail', 'email'],
    ['Email Address', 'email'],
    ['DOB', 'birthDate'],
    ['Date of Birth', 'birthDate'],
    ['Zip', 'address.postalCode'],
    ['ZIP Code', 'address.postalCode'],
    ['Street Address', 'address.street'],
    ['Unsubscribed', 'optedOut'],
    ['Opted out', 'optedOut'],
    ['topics', 'customFields.Topics'],
    ['customFields.score', 'customFields.Score'],
  ])('knows %j as %s', async (name, field) => {
    const header = field === 'phoneNumber' ? name : `Phone,${name}`;
    const { rows, ignored } = await readFile(`${header}\n1,News\n`);
    expect([...(rows[0]?.values.keys() ?? [])]).toContain(field);
    expect(ignored).toEqual([]);
  });

  it('takes the most telling of several columns for a field, and tells the others once', async () => {
    const { rows, ignored } = await readFile(
      'Home phone,Mobile number,Shoe size,phoneNumber\n1,2,3,4\n5,6,7,8\n',
    );
    expect(rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '4' }],
      [3, { phoneNumber: '8' }],
    ]);
    expect(ignored).toEqual(['Home phone', 'Mobile number', 'Shoe size']);
  });

  it('is mapped before it is recognised', async () => {
    const { rows, ignored } = await readFile('Phone,A\n1,2\n', { mapping: { a: 'phoneNumber' } });
    expect(rows.map(valuesOf)).toEqual([[2, { phoneNumber: '2' }]]);
    expect(ignored).toEqual(['Phone']);
  });

  it('tells nothing of what an export or a file of rejects has besides', async () => {
    const header = 'phoneNumber,id,tz,groups,pendingGroups,createdAt,rejectedRow,rejectedReason';
    expect((await readFile(`${header}\n1,2,3,4,5,6,7,8\n`)).ignored).toEqual([]);
  });

  it.each([',', ';', '\t', '|'])('may be parted by %j', async (delimiter) => {
    const lines = [`Phone${delimiter}First Name`, `1${delimiter}"A${delimiter}b, c; d"`];
    expect(await csv(...lines)).toEqual([[2, { phoneNumber: '1', firstName: `A${delimiter}b, c; d` }]]);
  });

  it('may begin with the line that tells Excel the delimiter', async () => {
    expect(await csv('sep=;', 'Phone;First Name', '1;Ann')).toEqual([
      [2, { phoneNumber: '1', firstName: 'Ann' }],
    ]);
  });

  it('counts its rows as a spreadsheet does: quoted line breaks are none, empty lines are rows', async () => {
    const text = '\ufeffphoneNumber,firstName\r\n1,"Ada, ""the""\r\nCountess"\r\n\r\n2,Bo\r\n,\r\n3,Cy\r\n';
    expect((await readFile(text)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Ada, "the"\r\nCountess' }],
      [4, { phoneNumber: '2', firstName: 'Bo' }],
      [6, { phoneNumber: '3', firstName: 'Cy' }],
    ]);
  });

  it.each([
    ['CRLF in the header and LF below', 'Phone,First\r\n1,Ann\n2,Bo\n'],
    ['LF in the header and CRLF below', 'Phone,First\n1,Ann\r\n2,Bo\r\n'],
    ['CR in the header and LF below', 'Phone,First\r1,Ann\n2,Bo'],
    ['CR alone', 'Phone,First\r1,Ann\r2,Bo\r'],
    ['all three', 'Phone,First\r\n1,"Ann"\r2,Bo\n'],
    ['all three after the line for Excel', 'sep=,\rPhone,First\n1,Ann\r\n2,Bo'],
  ])('may end its lines in %s', async (_what, text) => {
    expect((await readFile(text)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Ann' }],
      [3, { phoneNumber: '2', firstName: 'Bo' }],
    ]);
  });

  it.each(['', '\n', '\r\n \r\n', '\t\n'])('has its header after empty lines: %j', async (beginning) => {
    const { rows, description } = await readFile(`${beginning}Phone;First Name\n1;Ann\n\n2;Bo\n`);
    expect(description.table).toMatchObject({ delimiter: ';', header: ['Phone', 'First Name'] });
    expect(rows.map(({ row }) => row - beginning.split('\n').length)).toEqual([1, 3]);
  });

  it('keeps the line breaks of quoted cells, and counts empty lines, however lines end', async () => {
    const text = 'Phone,First\r\n1,"Ann\rthe\r\nfirst\n"\n\r\r\n2,Bo\r\n';
    expect((await readFile(text)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Ann\rthe\r\nfirst\n' }],
      [5, { phoneNumber: '2', firstName: 'Bo' }],
    ]);
  });

  it.each<[string, BufferEncoding, number[]]>([
    ['UTF-8', 'utf8', []],
    ['UTF-8 with a mark', 'utf8', [0xef, 0xbb, 0xbf]],
    ['UTF-16 with a mark', 'utf16le', [0xff, 0xfe]],
    ['UTF-16 without a mark', 'utf16le', []],
  ])('may be %s', async (_what, encoding, mark) => {
    const content = Buffer.concat([Buffer.from(mark), Buffer.from('phone;first\n1;Zoë 🎂\n', encoding)]);
    expect((await readFile(content)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Zoë 🎂' }],
    ]);
  });

  it('may be big-endian UTF-16', async () => {
    for (const text of ['\ufeffphone\n1\n', 'phone\n1\n']) {
      const content = Buffer.from(text, 'utf16le').swap16();
      expect((await readFile(content)).rows.map(valuesOf)).toEqual([[2, { phoneNumber: '1' }]]);
    }
  });

  it('may be gzip, in several members', async () => {
    const content = Buffer.concat([gzipSync('phone,first\n1,A'), gzipSync('nn\n2,Bo\n')]);
    expect((await readFile(content)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Ann' }],
      [3, { phoneNumber: '2', firstName: 'Bo' }],
    ]);
  });

  it.each<[string, string, unknown]>([
    ['score', '12.5', 12.5],
    ['Score', '-1e3', -1000],
    ['Score', '0x10', '0x10'],
    ['VIP', 'Yes', true],
    ['VIP', 'n', false],
    ['VIP', 'perhaps', 'perhaps'],
    ['Topics', 'News; Sales', ['News', 'Sales']],
    ['Topics', 'News|Sales', ['News', 'Sales']],
    ['Topics', 'a;b', ['a;b']],
    ['Topics', '"[""a;b"",""c|d""]"', ['a;b', 'c|d']],
    ['Since', '1/2/2020', '2020-01-02'],
    ['Since', '2020-01-02', '2020-01-02'],
    ['Birthday', '12/31/1999', '1999-12-31'],
    ['Gender', 'f', 'FEMALE'],
    ['Country', 'United States', 'US'],
    ['Country', 'de', 'DE'],
    ['Country', 'DEU', 'DE'],
    ['Country', 'Atlantis', 'Atlantis'],
    ['First Name', "'=1+1", '=1+1'],
    ['First Name', "'Ann", "'Ann"],
    ['First Name', '" Ann "', ' Ann '],
    ['First Name', '  Ann ', 'Ann'],
  ])('reads the %s %s', async (column, cell, value) => {
    const [row] = (
      await readFile(
        `Phone;${column}\n1;${cell.includes(';') && !cell.startsWith('"') ? `"${cell}"` : cell}\n`,
      )
    ).rows;
    expect([...(row?.values.values() ?? [])][1]).toEqual(value);
  });

  it('gives a reason for each row that cannot be read, and goes on', async () => {
    const content = Buffer.concat([
      Buffer.from('Phone,First Name\n1\n2,Ada,x\n3,Dwayne "Rock" J\n4,Ren'),
      Buffer.from([0xe9]),
      Buffer.from('\n5,René,\n'),
    ]);
    expect((await readFile(content)).rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1' }],
      [3, 'has 3 cells where the header has 2: is a quote missing?'],
      [4, { phoneNumber: '3', firstName: 'Dwayne "Rock" J' }],
      [5, 'is not valid UTF-8: save the file as CSV UTF-8'],
      [6, { phoneNumber: '5', firstName: 'René' }],
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['is empty', '', /^The file is empty\.$/],
    ['has no column for the phone number', 'a,b\n1,2\n', /^Row 1, the header, has no column /],
    ['has a quote that is never closed', 'Phone,First\n1,Ann\n2,"Bo\n3,Cy\n', /quote that is never closed/],
    ['is a workbook', 'PK\u0003\u0004rest', /^The file is a workbook/],
    ['is Windows-1252', Buffer.from('Phone,First\n1,Ann\n2,Ren\xe9\n', 'latin1'), /^The file is not UTF-8/],
    ['is damaged gzip', gzipSync('Phone\n1\n').subarray(0, 15), /gzip file is damaged/],
  ])('cannot be read when it %s', async (_what, content, message) => {
    await expect(readFile(content)).rejects.toThrow(message);
  });

  it('may be UTF-8 in which a character was lost before', async () => {
    const { rows } = await readFile('Phone,First\n1,Zoë\n2,Ren\ufffd\n');
    expect(rows.map(valuesOf)).toEqual([
      [2, { phoneNumber: '1', firstName: 'Zoë' }],
      [3, 'is not valid UTF-8: save the file as CSV UTF-8'],
    ]);
  });

  it.each<[string, Buffer, boolean]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffphone\n1\n'), true],
    ['UTF-16 with a mark', Buffer.from('\ufeffphone\n1\n', 'utf16le'), true],
    ['UTF-8 without one', Buffer.from('phone\n1\n'), false],
  ])('tells of %s, so that the file of rejects gets one too', async (_what, content, hasByteOrderMark) => {
    expect((await readFile(content)).description.table).toMatchObject({ hasByteOrderMark });
  });

  it('passes on an error of its source', async () => {
    const source = new Readable({ read: (): void => void source.destroy(new Error('no such file')) });
    const reading = { format: 'csv', mapping: {}, schema: SCHEMA, countries: [], dateFormat: 'mdy' } as const;
    await expect(openRows(source, reading, newDescription()).next()).rejects.toThrow('no such file');
  });
});

describe('a plain file of 1 GB (rules E5)', () => {
  it('has no more rows than an import takes, also when a row is a phone number of 8 digits', () => {
    const row = '12345678\n';
    expect(MAX_IMPORT_FILE_BYTES / row.length).toBeLessThan(MAX_IMPORT_ROWS);
  });
});

describe('a file of JSON lines (rules E5)', () => {
  const read = async (content: string | Buffer) => readFile(content, { format: 'jsonl' });

  it('has an object on each line, with the keys of a contact or as people write them', async () => {
    const { rows, ignored } = await read(
      '\ufeff{"phoneNumber":"1","address":{"city":"Rome"},"customFields":{"score":3}}\r\n\n  \n' +
        '{"Phone":2065550100,"First Name":"\u2028é🎂","x":1}\n{"phoneNumber":"3","x":2,"address":null}',
    );
    expect(rows.map(valuesOf)).toEqual([
      [1, { phoneNumber: '1', 'address.city': 'Rome', 'customFields.Score': 3 }],
      [4, { phoneNumber: '2065550100', firstName: '\u2028é🎂' }],
      [
        5,
        {
          phoneNumber: '3',
          'address.street': null,
          'address.city': null,
          'address.state': null,
          'address.postalCode': null,
          'address.country': null,
        },
      ],
    ]);
    expect(ignored).toEqual(['x']);
  });

  it('may end its lines in CRLF, LF and CR, each of which is one line', async () => {
    const text = '{"phone":"1"}\r\n\r\n{"phone":"2"}\r{"phone":"3"}\n\n{"phone":"4"}\r';
    expect((await read(text)).rows.map(valuesOf)).toEqual([
      [1, { phoneNumber: '1' }],
      [3, { phoneNumber: '2' }],
      [4, { phoneNumber: '3' }],
      [6, { phoneNumber: '4' }],
    ]);
  });

  it('gives a reason for each line that cannot be read, and goes on', async () => {
    const content = Buffer.concat([
      Buffer.from('{"a":\n'),
      Buffer.from([0x22, 0xe9, 0x22]),
      Buffer.from('\n[1]\n{"phone":"1"}\n'),
    ]);
    expect((await read(content)).rows.map(valuesOf)).toEqual([
      [1, 'is not valid JSON'],
      [2, 'is not valid UTF-8'],
      [3, 'must be a JSON object'],
      [4, { phoneNumber: '1' }],
    ]);
  });

  it('may be empty', async () => {
    expect((await read('')).rows).toEqual([]);
  });
});
