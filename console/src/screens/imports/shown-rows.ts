import type { ConsoleImport } from '../../api/schemas';
import { findColumnAlias } from '../../../../shared/audience/import/column-aliases';
import type { RejectedFile } from './rejected-file';
import type { RejectedRow } from './rejected-row';

type SampleRow = ConsoleImport['rejectedSample'][number];

/** Row of the report with its cells. */
export interface ShownRow extends SampleRow {
  /** Row as the file of rejects has it; absent where it cannot be corrected here. */
  original: RejectedRow | undefined;
  /** Indexes of the cells that are wrong. */
  wrong: ReadonlySet<number>;
}

/** Joins the rows of the report with those of the file of rejects. */
export function shownRows(sample: readonly SampleRow[], file: RejectedFile): ShownRow[] {
  const originals = new Map(file.rows.map((row) => [row.row, row]));
  return sample.map((row) => {
    const original = originals.get(row.row);
    const indexes = [...(original?.cells.keys() ?? [])];
    return {
      ...row,
      original,
      wrong: new Set(indexes.filter((index) => isWrong(row, { index, columns: file.columns }))),
    };
  });
}

/**
 * Returns true for the column that the report names, for those of further reasons, which name the field, and for cells
 * beyond the header.
 */
function isWrong(
  { column, reason }: SampleRow,
  { index, columns }: { index: number; columns: string[] },
): boolean {
  const name = columns[index];
  if (name === undefined) return true;
  if (column === name) return true;
  const fields = [name, findColumnAlias(name)?.field, `customFields.${name}`];
  return fields.some((field) => field !== undefined && reason.includes(`; ${field}: `));
}

const MOST_CHARACTERS = 100;

/** Returns the beginning of the values of a row, by which its person is recognised. */
export function beginningOfCells(cells: readonly string[]): string {
  const text = [...cells.filter((cell) => cell !== '').join(', ')];
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).join('')}…` : text.join('');
}
