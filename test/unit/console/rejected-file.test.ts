import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parseRejects, writeCorrected } from '../../../console/src/screens/imports/rejected-file';
import { unescapeCell } from '../../../shared/audience/import/formula-cell';
import type { RejectedRow } from '../../../shared/audience/import/import-rows';
import { openCsv } from '../../../shared/audience/import/internal/csv-records';
import { rejectedHeader, rejectedLines } from '../../../shared/audience/import/rejected-line';
import { newDescription } from '../../../shared/audience/import/source-row';

const PROBLEMS = [{ field: 'phoneNumber', cause: 'phoneNumber: must be a phone number', value: 'none' }];

/** Writes a file of rejects as the service does. */
function fileOf(header: string[], rows: string[][], delimiter = ','): string {
  const description = { ...newDescription(), table: { delimiter, header, hasByteOrderMark: true } };
  const rejected = rows.map((cells, index): RejectedRow => ({
    ...{ row: index + 2, original: { type: 'cells', cells }, problems: PROBLEMS },
  }));
  return rejectedHeader(description) + rejectedLines(rejected, description);
}

const jsonOf = (objects: Record<string, unknown>[]): string =>
  rejectedLines(
    objects.map((value, index) => ({
      ...{ row: index + 1, original: { type: 'object', value } as const, problems: PROBLEMS },
    })),
    newDescription(),
  );

const parse = (text: string, options: Partial<Parameters<typeof parseRejects>[1]> = {}) =>
  parseRejects(text, { format: 'csv', count: 20, isCutOff: false, ...options });

/** Reads a file as an import does. */
async function readByService(text: string): Promise<string[][]> {
  const source = async function* () {
    yield text;
  };
  const { header, records } = await openCsv(source(), { countKnown: () => 0, reading: {} });
  const rows = [header];
  for await (const { cells } of Readable.from(records) as AsyncIterable<{ cells: string[] }>)
    rows.push(cells.map(unescapeCell));
  return rows;
}

describe('the file of rejects of a CSV file', () => {
  it.each([',', ';', '\t', '|'])('is read with the separator %j', (separator) => {
    expect(parse(fileOf(['Phone', 'Name'], [['none', 'Zoë; "Z", |x\ty']], separator))).toEqual({
      ...{ format: 'csv', separator, columns: ['Phone', 'Name'] },
      rows: [{ row: 2, cells: ['none', 'Zoë; "Z", |x\ty'] }],
    });
  });

  it('has cells without the apostrophe before a formula, and empty ones where a row is short', () => {
    expect(parse(fileOf(['Phone', 'Name', 'City'], [['none', '=1+1']]))?.rows).toEqual([
      { row: 2, cells: ['none', '=1+1', ''] },
    ]);
  });

  it('has the cells of a row that has too many', () => {
    expect(parse(fileOf(['Phone', 'Name'], [['none', 'Bo', 'a', 'b']]))?.rows).toEqual([
      { row: 2, cells: ['none', 'Bo', 'a', 'b'] },
    ]);
  });

  it('is read up to the number of rows, and without a last one that is cut off', () => {
    const text = fileOf(['Phone'], [['a'], ['b'], ['c']]);
    const numbers = (options: object) => parse(text, options)?.rows.map(({ row }) => row);
    expect(numbers({ count: 2 })).toEqual([2, 3]);
    expect(numbers({ isCutOff: true })).toEqual([2, 3]);
    expect(numbers({ isCutOff: true, count: 2 })).toEqual([2, 3]);
  });

  it('is no other file', () => {
    expect(parse('Phone,Name\nnone,Bo\n')).toBeUndefined();
    expect(parse('')).toBeUndefined();
  });

  it('leaves out the empty cells at the end of a corrected row that had too many', () => {
    const file = parse(fileOf(['Phone', 'Name'], [['none', 'Bo', 'a', 'b']]));
    if (!file) throw new Error('No file');
    expect(writeCorrected(file, [{ row: 2, cells: ['+12065550100', '', '', ''] }])).toBe(
      'Phone,Name\n+12065550100,\n',
    );
  });

  it('gives the service the same cells, whatever they are', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', '=1', "'=1", ' a ', 'a\nb', 'a"b', '+1', 'ü;,|\t'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(',', ';', '\t', '|'),
        async (rows, separator) => {
          const file = parse(fileOf(['Phone', 'Name'], [['none', 'Bo']], separator));
          if (!file) throw new Error('No file');
          const marked = rows.map(([one, other], index) => [`x${index}${one}`, other]);
          const written = writeCorrected(
            file,
            marked.map((cells, index) => ({ row: index + 2, cells })),
          );
          const lines = (cells: string[]) => cells.map((text) => text.replaceAll(/\r\n?/g, '\n'));
          const read = await readByService(written);
          expect(read.map(lines)).toEqual([['Phone', 'Name'], ...marked].map(lines));
        },
      ),
    );
  });
});

describe('the file of rejects of JSON lines', () => {
  const OBJECTS = [
    { phone: 'none', address: { city: 'Köln', zip: 5 }, tags: ['a'] },
    { phone: '+1', 'x.y': true, customFields: { Size: 'XL' } },
  ];
  const read = (text: string) => parse(text, { format: 'jsonl' });

  it('has the keys of all lines as columns', () => {
    expect(read(jsonOf(OBJECTS))).toMatchObject({
      columns: ['phone', 'address.city', 'address.zip', 'tags', 'x.y', 'customFields.Size'],
      rows: [
        { row: 1, cells: ['none', 'Köln', '5', '["a"]', '', ''] },
        { row: 2, cells: ['+1', '', '', '', 'true', 'XL'] },
      ],
    });
  });

  it('leaves out what is no object', () => {
    const text = rejectedLines(
      [{ row: 7, original: { type: 'text', text: '{"phone":' }, problems: PROBLEMS }],
      newDescription(),
    );
    expect(read(`${text}[1]\nnull\nx\n`)?.rows).toEqual([]);
  });

  it('is written with the changed values alone changed', () => {
    const file = read(jsonOf(OBJECTS));
    if (!file) throw new Error('No file');
    const [first, second] = file.rows;
    const written = writeCorrected(file, [
      { ...first, row: 1, cells: ['+12065550100', 'Bonn', '53111', '["a","b"]', '', 'M'] },
      { ...second, row: 2, cells: ['+1', 'Ulm', '', '', 'no', 'S'] },
    ]);
    expect(
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        ...{ phone: '+12065550100', address: { city: 'Bonn', zip: 53_111 }, tags: ['a', 'b'] },
        customFields: { Size: 'M' },
      },
      { phone: '+1', address: { city: 'Ulm' }, 'x.y': 'no', customFields: { Size: 'S' } },
    ]);
  });
});
