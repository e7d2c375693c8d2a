import { Readable } from 'node:stream';
import { readCsv, readJsonLines } from '../../../../../shared/audience/import/import-file';
import type { ImportRow } from '../../../../../shared/audience/import/import-row';
import type {
  CustomFieldDefinition,
  CustomFieldSchema,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';

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
  ],
  nextGeneration: 5,
  version: 1,
};

async function collect(rows: AsyncIterable<ImportRow>): Promise<ImportRow[]> {
  const all: ImportRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
/** In chunks of one byte: nothing may depend on where a stream is cut. */
const streamOf = (text: string | Buffer) =>
  Readable.from([...Buffer.from(text as string)].map((byte) => Buffer.from([byte])));
const csv = (...lines: string[]) => collect(readCsv(streamOf(lines.join('\n')), SCHEMA));
const jsonLines = (text: string | Buffer) => collect(readJsonLines(streamOf(text)));

describe('a CSV file', () => {
  it('has columns named like the fields of a contact, parts of them after a dot', async () => {
    const rows = await csv(
      'phoneNumber,firstName,isFavorite,address.city,address.postalCode,customFields.Nick.name',
      '+12125550123,Ada,TRUE,London,,Countess',
      ' +12125550124 ,,,,,',
    );
    expect(rows).toEqual([
      {
        line: 2,
        record: {
          phoneNumber: '+12125550123',
          firstName: 'Ada',
          isFavorite: true,
          address: { city: 'London' },
          customFields: { 'Nick.name': 'Countess' },
        },
      },
      { line: 3, record: { phoneNumber: '+12125550124' } },
    ]);
  });

  it('may have quotes, line breaks in cells, CRLF, empty lines, and a byte order mark', async () => {
    const text =
      '\ufeffphoneNumber,firstName\r\n+12125550123,"Ada, ""the""\r\nCountess"\r\n\r\n+12125550124,Bo\r\n';
    expect(await collect(readCsv(streamOf(text), SCHEMA))).toEqual([
      { line: 3, record: { phoneNumber: '+12125550123', firstName: 'Ada, "the"\r\nCountess' } },
      { line: 5, record: { phoneNumber: '+12125550124', firstName: 'Bo' } },
    ]);
  });

  it.each<[string, string, unknown]>([
    ['score', '12.5', 12.5],
    ['Score', ' -1e3 ', -1000],
    ['Score', '0x10', '0x10'],
    ['Score', 'many', 'many'],
    ['Score', 'Infinity', 'Infinity'],
    ['VIP', 'true', true],
    ['vip', 'False', false],
    ['VIP', 'yes', 'yes'],
    ['Topics', 'News', ['News']],
    ['Topics', 'News; Sales', ['News', 'Sales']],
    ['Topics', 'News|a;b', ['News', 'a;b']],
    ['Topics', 'a;b', ['a;b']],
    ['Topics', 'c|d', ['c|d']],
    ['Unknown', '1', '1'],
  ])('gives customFields.%s for the cell %j the value %j', async (label, cell, value) => {
    expect(await csv(`phoneNumber,customFields.${label}`, `+12125550123,"${cell}"`)).toEqual([
      { line: 2, record: { phoneNumber: '+12125550123', customFields: { [label]: value } } },
    ]);
  });

  it('keeps columns that it does not know, and names such as __proto__', async () => {
    const [row] = await csv('phoneNumber,__proto__,customFields.__proto__', '+12125550123,a,b');
    expect(JSON.stringify(row)).toBe(
      '{"line":2,"record":{"phoneNumber":"+12125550123","__proto__":"a","customFields":{"__proto__":"b"}}}',
    );
  });

  it('gives a reason for each line that cannot be read, and goes on', async () => {
    const rows = await csv(
      'phoneNumber,firstName',
      '+12125550123',
      '+12125550124,Ada,x',
      '+12125550125,Dwayne "Rock" J',
      '+12125550126,"Bo',
      '+12125550127,Cy',
    );
    expect(rows).toEqual([
      { line: 2, reason: 'has 1 cells where the header has 2' },
      { line: 3, reason: 'has 3 cells where the header has 2' },
      { line: 4, record: { phoneNumber: '+12125550125', firstName: 'Dwayne "Rock" J' } },
      {
        line: 5,
        reason: 'has a quote that is never closed: the rest of the file is not read',
        isRestUnread: true,
      },
    ]);
  });

  it.each([
    ['parted by semicolons', 'phoneNumber;firstName', '+12125550123;Ada'],
    ['in another case', 'PhoneNumber,firstName', '+12125550123,Ada'],
    ['that is no header', '+12125550123,Ada', '+12125550124,Bo'],
  ])('is not read on after a header %s', async (_what, ...lines) => {
    expect(await csv(...lines)).toEqual([
      {
        line: 1,
        reason:
          'is the header and has no column phoneNumber (commas part columns): the rest of the file is not read',
        isRestUnread: true,
      },
    ]);
  });

  it('gives a reason for a line that is not UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from('phoneNumber,firstName\n+12125550123,Ren'),
      Buffer.from([0xe9]),
      Buffer.from('\n+12125550124,René\n'),
    ]);
    expect(await collect(readCsv(streamOf(text), SCHEMA))).toEqual([
      { line: 2, reason: 'is not valid UTF-8' },
      { line: 3, record: { phoneNumber: '+12125550124', firstName: 'René' } },
    ]);
  });

  it.each(['', 'phoneNumber,firstName', 'phoneNumber,firstName\n'])('may be empty: %j', async (text) => {
    expect(await csv(text)).toEqual([]);
  });

  it('passes on an error of its source', async () => {
    const source = new Readable({ read: (): void => void source.destroy(new Error('no such file')) });
    await expect(collect(readCsv(source, SCHEMA))).rejects.toThrow('no such file');
  });
});

describe('a JSON Lines file', () => {
  it('has an object on each line', async () => {
    expect(await jsonLines('{"phoneNumber":"+12125550123"}\r\n\n  \n{"a":"\u2028é🎂"}')).toEqual([
      { line: 1, record: { phoneNumber: '+12125550123' } },
      { line: 4, record: { a: '\u2028é🎂' } },
    ]);
  });

  it('may begin with a byte order mark and end with a line feed', async () => {
    expect(await jsonLines('\ufeff{"a":1}\n')).toEqual([{ line: 1, record: { a: 1 } }]);
  });

  it('gives a reason for each line that cannot be read, and goes on', async () => {
    const text = Buffer.concat([
      Buffer.from('{"a":\n'),
      Buffer.from([0x22, 0xe9, 0x22]),
      Buffer.from('\n[1]\n'),
    ]);
    expect(await jsonLines(text)).toEqual([
      { line: 1, reason: 'is not valid JSON' },
      { line: 2, reason: 'is not valid UTF-8' },
      { line: 3, record: [1] },
    ]);
  });

  it('may be empty', async () => {
    expect(await jsonLines('')).toEqual([]);
  });
});
