import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFileError } from '../problem';
import { checkRowCount, type TextReading } from './reading-limits';

export interface CsvRecord {
  row: number;
  cells: string[];
}

interface CsvFile {
  delimiter: string;
  header: string[];
  hasByteOrderMark: boolean;
  records: AsyncGenerator<CsvRecord>;
}

export const DELIMITERS = [',', ';', '\t', '|'];
/** Characters in which the header is looked for. */
const SNIFFED_CHARACTERS = 64 * 1024;
/** Line ends, which one file may mix, with its header from one program and its rows from another. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
/** Longest row; a longer one has a quote that is never closed. */
const MAX_ROW_CHARACTERS = 256 * 1024;

/**
 * Reads the header of a CSV file; its rows follow. The header decides the delimiter of the file.
 *
 * @param options.countKnown number of these columns that the import knows
 * @throws UnreadableFileError for an empty file or a quote that is never closed
 */
export async function openCsv(
  text: AsyncGenerator<string>,
  { countKnown, reading }: { countKnown: (header: string[]) => number; reading: TextReading },
): Promise<CsvFile> {
  let beginning = '';
  while (beginning.length < SNIFFED_CHARACTERS) {
    const next = await text.next();
    if (next.done) break;
    beginning += next.value;
  }
  const hasByteOrderMark = beginning.startsWith('\ufeff');
  if (hasByteOrderMark) beginning = beginning.slice(1);
  // Excel reads this line as its delimiter and does not show it.
  const [separatorLine, separator] = /^sep=(.)(?:\r\n|[\r\n])/i.exec(beginning) ?? [];
  if (separatorLine !== undefined) beginning = beginning.slice(separatorLine.length);
  const delimiter = separator ?? (await detectDelimiter(beginning, countKnown));
  const all = async function* () {
    yield beginning;
    yield* text;
  };
  const records = readRecords(Readable.from(all()), delimiter, { reading });
  const first = await records.next();
  if (first.done) throw new UnreadableFileError('The file is empty.');
  const header = first.value.cells.map((name) => name.trim());
  return { delimiter, header, hasByteOrderMark, records };
}

/** Returns the delimiter under which the import knows the most columns; among equals, the one with the most columns. */
async function detectDelimiter(beginning: string, countKnown: (header: string[]) => number): Promise<string> {
  let best = { delimiter: ',', known: -1, columns: 0 };
  for (const delimiter of DELIMITERS) {
    const header = await firstRecord(beginning, delimiter);
    const known = countKnown(header);
    const isBetter = known > best.known || (known === best.known && header.length > best.columns);
    if (isBetter) best = { delimiter, known, columns: header.length };
  }
  return best.delimiter;
}

/** Empty lines at the beginning of a file. */
const EMPTY_LINES = /^(?:[ \t]*(?:\r\n|[\r\n]))+/;

async function firstRecord(text: string, delimiter: string): Promise<string[]> {
  try {
    const records = readRecords(Readable.from([text.replace(EMPTY_LINES, '')]), delimiter, { to: 1 });
    const first = await records.next();
    return first.done ? [] : first.value.cells;
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}

/**
 * Reads the records. A row is counted however many lines its cells have, and so is an empty one, as spreadsheets do.
 * The parser could count too, but takes twice as long then.
 */
async function* readRecords(
  input: Readable,
  delimiter: string,
  { reading = {}, ...limits }: { reading?: TextReading; to?: number },
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    max_record_size: MAX_ROW_CHARACTERS,
    ...limits,
  });
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      // The header is not counted.
      checkRowCount(row - 1, reading);
      if (cells.some((cell) => cell !== '')) yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser has read ahead: its error counts the rows before, though not all of them were returned.
    const { records } = error as unknown as { records: number };
    throw new UnreadableFileError(
      `Row ${records + 1} has a quote that is never closed, or is longer than ${MAX_ROW_CHARACTERS / 1024} KB.`,
    );
  } finally {
    input.destroy();
    parser.destroy();
  }
}
