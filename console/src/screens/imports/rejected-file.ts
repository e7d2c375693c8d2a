import { REJECTED_REASON_COLUMN, REJECTED_ROW_COLUMN } from '../../../../shared/audience/import/column-names';
import { escapeCell, unescapeCell } from '../../../../shared/audience/import/formula-cell';
import type { CreateImportRequest } from '../../api/schemas';
import { parseRows, SEPARATORS, writeLine } from '../../format/csv-text';
import { parseJsonRejects, writeJsonLines } from './rejected-json';
import type { RejectedRow } from './rejected-row';

/** Formats whose rejected rows can be corrected in the console. */
type CorrectableFormat = Exclude<CreateImportRequest['format'], 'pinpoint'>;

/** First rows of a file of rejects, without its columns about the rejection. */
export interface RejectedFile {
  format: CorrectableFormat;
  /** Separator of cells; of CSV only. */
  separator: string;
  columns: string[];
  rows: RejectedRow[];
}

const MARK = /^\ufeff/;

/**
 * Reads the first rows of a file of rejects.
 *
 * @param options.count most rows
 * @param options.isCutOff true when the text is only the beginning of the file
 * @returns `undefined` for a text that is no such file
 */
export function parseRejects(
  text: string,
  { format, count, isCutOff }: { format: CorrectableFormat; count: number; isCutOff: boolean },
): RejectedFile | undefined {
  const plain = text.replace(MARK, '');
  if (format === 'jsonl') {
    const lines = plain.split('\n').slice(0, isCutOff ? -1 : undefined);
    return { format, separator: '', ...parseJsonRejects(lines, count) };
  }
  const separator = SEPARATORS.find((one) => isHeader(parseRows(plain, { separator: one, count: 1 })[0]));
  if (separator === undefined) return undefined;
  const [header = [], ...lines] = parseRows(plain, { separator, count: 1 + count });
  const whole = isCutOff && lines.length < count ? lines.slice(0, -1) : lines;
  return { format, separator, columns: header.slice(0, -2), rows: whole.flatMap(toRow) };
}

const isHeader = (cells: readonly string[] = []): boolean =>
  cells.at(-2) === REJECTED_ROW_COLUMN && cells.at(-1) === REJECTED_REASON_COLUMN;

/** A row can have more cells than the header; its number and the reason are the last ones. */
function toRow(cells: string[]): RejectedRow[] {
  const row = Number(cells.at(-2));
  return Number.isInteger(row) && row > 0 ? [{ row, cells: cells.slice(0, -2).map(unescapeCell) }] : [];
}

/** Writes corrected rows as a file of the same format, with the same columns. */
export function writeCorrected(
  { format, separator, columns }: RejectedFile,
  rows: readonly RejectedRow[],
): string {
  if (format === 'jsonl') return writeJsonLines(columns, rows);
  const lines = rows.map(({ cells }) => withoutEmptyEnd(cells, columns.length).map(escapeCell));
  return [columns, ...lines].map((cells) => writeLine(cells, separator)).join('');
}

/** Removes empty cells beyond the header: an import rejects a row with too many. */
function withoutEmptyEnd(cells: readonly string[], columns: number): string[] {
  let length = cells.length;
  while (length > columns && cells[length - 1] === '') length -= 1;
  return cells.slice(0, length);
}
