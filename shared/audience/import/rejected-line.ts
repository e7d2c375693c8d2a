import { csvLine } from './csv-line';
import { REJECTED_REASON_COLUMN, REJECTED_ROW_COLUMN } from './import-columns';
import type { RejectedRow } from './import-rows';
import { describeProblems } from './problem';
import type { FileDescription } from './source-row';

const MAX_LINE_CHARACTERS = 20_000;
const MAX_CELL_CHARACTERS = 1_000;
const UTF8_MARK = '\ufeff';

/** The header of a file of rejects; empty where the file has none. */
export function rejectedHeader({ table }: FileDescription): string {
  if (!table) return '';
  const names = [...ownColumns(table.header, table.header), REJECTED_ROW_COLUMN, REJECTED_REASON_COLUMN];
  return (table.hasByteOrderMark ? UTF8_MARK : '') + csvLine(names, table.delimiter);
}

/** The cells of a row, or the header, without what an earlier file of rejects said of it. */
const ownColumns = (cells: readonly string[], header: readonly string[]): string[] =>
  cells.filter((_, index) => {
    const name = header[index];
    return name !== REJECTED_ROW_COLUMN && name !== REJECTED_REASON_COLUMN;
  });

/** In the form of the file itself: a row of CSV, or a line of JSON. */
export function rejectedLine({ row, problems, original }: RejectedRow, { table }: FileDescription): string {
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
