import { unescapeCell } from '../formula-cell';
import { DERIVED_ZONE_COLUMN } from '../column-names';
import { columnNames, resolveColumns } from '../import-columns';
import { type CsvRecord, openCsv } from './csv-records';
import { readJsonList } from './json-list';
import { type Problem, UnreadableFileError } from '../problem';
import { isListField, readValue, type ValueReading } from './read-value';
import {
  type ColumnNames,
  type FileDescription,
  ignoreColumns,
  type ReadingOptions,
  type SourceRow,
} from '../source-row';
import { checkTimeZone, noteJsonList } from './warnings';

/**
 * Reads the rows of a CSV file. An empty cell counts as absent.
 *
 * @throws UnreadableFileError for a header without a phone number, a file that is not UTF-8, and as `openCsv` does
 *
 * **Source:** rules E5.
 */
export async function* readCsvRows(
  text: AsyncGenerator<string>,
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const countKnown = (header: string[]) =>
    resolveColumns(header, options).fields.filter((field) => field !== undefined).length;
  const { delimiter, header, hasByteOrderMark, records } = await openCsv(requireUtf8(text), {
    countKnown,
    reading: options,
  });
  const { fields, ignored, repeated, mapped } = resolveColumns(header, options);
  if (!fields.includes('phoneNumber')) throw new UnreadableFileError(NO_PHONE_COLUMN);
  description.table = { delimiter, header, hasByteOrderMark };
  ignoreColumns(description, ignored);
  for (const name of repeated) description.notices.repeatedColumns.add(name);
  for (const name of mapped) description.notices.mappedColumns.add(name);
  const reading = { ...options, notices: description.notices };
  const columns = columnNames(fields, header);
  for await (const record of records) {
    // Files that were joined repeat the header.
    if (isSameHeader(record, header)) continue;
    yield toSourceRow(record, { fields, header, columns, reading });
  }
}

function isSameHeader({ cells }: CsvRecord, header: readonly string[]): boolean {
  return (
    cells.length === header.length &&
    cells.every((cell, index) => cell.trim().replace(/^\ufeff/, '') === header[index])
  );
}

const NO_PHONE_COLUMN =
  'Row 1, the header, has no column for the phone number, such as "Phone" or "phoneNumber". Say with mapping which it is.';

/** Replacement character that the parser puts for bytes that are not UTF-8. */
export const NOT_UTF8 = '\ufffd';
const ENCODED = /[\u0080-\ufefe\uff00-\ufffc]/;
const NOT_UTF8_FILE =
  'The file is not UTF-8, but in an older encoding such as Windows-1252: save it as "CSV UTF-8" (in Excel: File, Save As).';
const UTF8_PROBLEM: Problem = { cause: 'is not valid UTF-8: save the file as CSV UTF-8' };

/**
 * Passes the text on unchanged. If the file has invalid bytes but no character that is encoded as UTF-8, it is not
 * damaged but has another encoding; it is refused as a whole, because otherwise each name with an accent would be
 * rejected on its own.
 */
async function* requireUtf8(text: AsyncGenerator<string>): AsyncGenerator<string> {
  let hasInvalid = false;
  let hasEncoded = false;
  for await (const chunk of text) {
    hasInvalid ||= chunk.includes(NOT_UTF8);
    hasEncoded ||= ENCODED.test(chunk);
    yield chunk;
  }
  if (hasInvalid && !hasEncoded) throw new UnreadableFileError(NOT_UTF8_FILE);
}

function toSourceRow(
  { row, cells }: CsvRecord,
  table: {
    fields: ReadonlyArray<string | undefined>;
    header: readonly string[];
    columns: ColumnNames;
    reading: ValueReading;
  },
): SourceRow {
  const { fields, header, columns, reading } = table;
  const values = new Map<string, unknown>();
  for (const [index, field] of fields.entries()) {
    const text = unescapeCell(cells[index] ?? '');
    if (text === '') continue;
    if (field === undefined) {
      if (header[index] === DERIVED_ZONE_COLUMN) checkTimeZone(reading.notices, text);
      continue;
    }
    if (readJsonList(text) && !isListField(field, reading.schema))
      noteJsonList(reading.notices, header[index] ?? field);
    values.set(field, readValue(field, text, reading));
  }
  const problems = problemsOf(cells, fields.length);
  return { row, values, problems, columns, original: { type: 'cells', cells } };
}

/**
 * Returns the problems of a row. A row can be shorter than the header, because empty cells at its end may be left out.
 */
export function problemsOf(cells: readonly string[], columns: number): Problem[] {
  const extra = cells.slice(columns).filter((cell) => cell !== '');
  return [
    ...(extra.length > 0
      ? [{ cause: `has ${cells.length} cells where the header has ${columns}: is a quote missing?` }]
      : []),
    ...(cells.some((cell) => cell.includes(NOT_UTF8)) ? [UTF8_PROBLEM] : []),
  ];
}
