import { isDeepStrictEqual } from 'node:util';
import { csvLine } from './csv-line';
import { REJECTED_REASON_COLUMN, REJECTED_ROW_COLUMN } from './column-names';
import type { RejectedRow } from './import-rows';
import { describeProblems } from './problem';
import type { FileDescription } from './source-row';

const MAX_LINE_CHARACTERS = 20_000;
const MAX_CELL_CHARACTERS = 1_000;
const UTF8_MARK = '\ufeff';

/** Returns the header of a file of rejects; empty when the file has none. */
export function rejectedHeader({ table }: FileDescription): string {
  if (!table) return '';
  return (table.hasByteOrderMark ? UTF8_MARK : '') + headerLine(table.header, table.delimiter);
}

function headerLine(header: readonly string[], delimiter: string): string {
  const names = [...ownColumns(header, header), REJECTED_ROW_COLUMN, REJECTED_REASON_COLUMN];
  return csvLine(names, delimiter);
}

/**
 * Writes rejected rows that are stored together, in the form of the file itself: rows of CSV, or lines of JSON. When
 * the columns of a row differ from those of the file, its own header is written before it. After the last row the
 * columns are those of the file again, so that other rows can follow.
 */
export function rejectedLines(rows: readonly RejectedRow[], { table }: FileDescription): string {
  if (!table) return rows.map((row) => rejectedLine(row, undefined)).join('');
  const { delimiter } = table;
  let header = table.header;
  let lines = '';
  const goOnBelow = (next: readonly string[]) => {
    if (isDeepStrictEqual(next, header)) return;
    header = next;
    lines += headerLine(header, delimiter);
  };
  // Rows that are stored together must fit into one item of the table.
  const isShort = (names: readonly string[]) => headerLine(names, delimiter).length <= MAX_LINE_CHARACTERS;
  for (const row of rows) {
    const own = row.original.type === 'cells' ? row.original.header : undefined;
    goOnBelow(own && isShort(own) && isShort(table.header) ? own : table.header);
    lines += rejectedLine(row, { header, delimiter });
  }
  goOnBelow(table.header);
  return lines;
}

/** Returns the cells of a row or of the header without the columns of an earlier file of rejects. */
const ownColumns = (cells: readonly string[], header: readonly string[]): string[] =>
  cells.filter((_, index) => {
    const name = header[index];
    return name !== REJECTED_ROW_COLUMN && name !== REJECTED_REASON_COLUMN;
  });

function rejectedLine(
  { row, problems, original }: RejectedRow,
  table: { header: readonly string[]; delimiter: string } | undefined,
): string {
  const reason = describeProblems(problems);
  switch (original.type) {
    case 'cells': {
      const header = table?.header ?? [];
      const columns = table ? ownColumns(header, header).length : original.cells.length;
      const all = Array.from(
        { length: Math.max(header.length, original.cells.length) },
        (_, index) => original.cells[index] ?? '',
      );
      const cells = ownColumns(all, header);
      const line = csvLine([...cells, String(row), reason], table?.delimiter ?? ',');
      if (line.length <= MAX_LINE_CHARACTERS) return line;
      const clipped = cells.slice(0, columns).map((cell) => cell.slice(0, MAX_CELL_CHARACTERS));
      return csvLine([...clipped, String(row), reason], table?.delimiter ?? ',').slice(
        0,
        2 * MAX_LINE_CHARACTERS,
      );
    }
    case 'object': {
      const told = { [REJECTED_ROW_COLUMN]: row, [REJECTED_REASON_COLUMN]: reason };
      const line = JSON.stringify({ ...original.value, ...told });
      return `${line.length <= MAX_LINE_CHARACTERS ? line : JSON.stringify(told)}\n`;
    }
    case 'text':
      return `${JSON.stringify({
        [REJECTED_ROW_COLUMN]: row,
        [REJECTED_REASON_COLUMN]: reason,
        rejectedText: original.text.slice(0, MAX_CELL_CHARACTERS),
      })}\n`;
  }
}
