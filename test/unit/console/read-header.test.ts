import fc from 'fast-check';
import { readFileHead } from '../../../console/src/screens/imports/read-header';
import { csvLine } from '../../../shared/audience/import/csv-line';
import { openCsv } from '../../../shared/audience/import/internal/csv-records';

const fileOf = (content: string | Buffer) => new File([content], 'contacts.csv');
const read = (content: string | Buffer) => readFileHead(fileOf(content));

const ROWS = { columns: ['Phone', 'Name'], rows: [['+12065550100', 'Ada']] };

describe('the head of a CSV file', () => {
  it.each([',', ';', '\t', '|'])('is read with the separator %j', async (separator) => {
    expect(await read(`Phone${separator}Name\n+12065550100${separator}Ada\n`)).toEqual(ROWS);
  });

  it.each([
    ['\n', 'LF'],
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
  ])('is read with the line end %j', async (end) => {
    expect(await read(`Phone,Name${end}+12065550100,Ada${end}`)).toEqual(ROWS);
  });

  it('is read without a line end after the last row', async () => {
    expect(await read('Phone,Name\n+12065550100,Ada')).toEqual(ROWS);
  });

  it('has the names of columns without the spaces around them', async () => {
    expect((await read(' Phone , "Name" \n')).columns).toEqual(['Phone', 'Name']);
  });

  it('has the first three rows, and no fourth one', async () => {
    const { rows } = await read('Phone\n1\n2\n3\n4\n');
    expect(rows).toEqual([['1'], ['2'], ['3']]);
  });

  it('has the first three rows that are not empty', async () => {
    const { rows } = await read('Phone\n\n1\n\n\n2\n,\n3\n');
    expect(rows).toEqual([['1'], ['2'], ['3']]);
  });

  it('is empty for an empty file', async () => {
    expect(await read('')).toEqual({ columns: [], rows: [] });
  });
});

describe('quotes in a CSV file', () => {
  it.each([
    ['"a,b",c', ['a,b', 'c']],
    ['"a\nb",c', ['a\nb', 'c']],
    ['"say ""hi""",c', ['say "hi"', 'c']],
    ['"",c', ['', 'c']],
    ['5" pipe,c', ['5" pipe', 'c']],
    ['a "b" c,d', ['a "b" c', 'd']],
  ])('of %j give %j', async (line, cells) => {
    expect((await read(`Phone,Name\n${line}\n`)).rows).toEqual([cells]);
  });

  it('keep a separator in the name of a column from counting', async () => {
    expect((await read('"a,b,c";Phone\n1;2\n')).columns).toEqual(['a,b,c', 'Phone']);
  });
});

describe('the encoding of a file', () => {
  const text = 'Phone,Name\n+12065550100,Zoë\n';
  const rows = [['+12065550100', 'Zoë']];
  const utf16be = (content: string) => Buffer.from(content, 'utf16le').swap16();

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a byte order mark', utf16be(`\ufeff${text}`)],
    ['UTF-16LE without a byte order mark', Buffer.from(text, 'utf16le')],
    ['UTF-16BE without a byte order mark', utf16be(text)],
  ])('is found for %s', async (_name, content) => {
    expect(await read(content)).toEqual({ columns: ['Phone', 'Name'], rows });
  });
});

describe('lines before the header', () => {
  it('that name the separator for Excel are not the header', async () => {
    expect(await read('sep=;\r\nPhone;Name\r\n+12065550100;Ada\r\n')).toEqual(ROWS);
  });

  it('that are empty are not the header', async () => {
    expect(await read('\n \r\nPhone;Name\n+12065550100;Ada\n')).toEqual(ROWS);
  });
});

describe('the columns that an import shows', () => {
  const cell = fc.stringMatching(/^[A-Za-z0-9,;|"'é\n\t -]{0,8}$/).map((text) => text.trim());
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
    );

  it('are those that the service reads', async () => {
    const separator = fc.constantFrom(',', ';', '\t', '|');
    await fc.assert(
      fc.asyncProperty(table, separator, async (rows, delimiter) => {
        const content = [['Phone', 'First name'], ...rows].map((row) => csvLine(row, delimiter)).join('');
        const service = await openCsv(
          (async function* () {
            yield content;
          })(),
          { countKnown: () => 0, reading: {} },
        );
        const first = [];
        for await (const { cells } of service.records) if (first.length < 3) first.push(cells);
        expect(await read(content)).toEqual({ columns: service.header, rows: first });
      }),
      { numRuns: 50 },
    );
  });
});
