import type { ConsoleImport } from '../../api/schemas';
import type { RejectedRow } from './rejected-row';

/** Correction of rejected rows that is being typed, with the idempotency key of the last try to import it. */
export interface CorrectionDraft {
  /** Changed cells, by row and then by the index of their column. */
  values: Record<string, Record<string, string>>;
  /** Numbers of the rows to import. */
  chosen: number[];
  /** Rows and values of the last try; the key is for these alone. */
  tried: string;
  /** Empty before the first try. */
  key: string;
}

export const NO_CORRECTION: CorrectionDraft = { values: {}, chosen: [], tried: '', key: '' };

/** Changes a cell, and chooses its row; the value of the file again counts as no change. */
export function typeInto(
  draft: CorrectionDraft,
  { row, column, value, before }: { row: number; column: number; value: string; before: string },
): CorrectionDraft {
  const { [String(column)]: _old, ...others } = draft.values[row] ?? {};
  const changed = value === before ? others : { ...others, [column]: value };
  const { [row]: _row, ...rows } = draft.values;
  const isChanged = Object.keys(changed).length > 0;
  return {
    ...draft,
    values: isChanged ? { ...rows, [row]: changed } : rows,
    chosen: isChanged ? choose(draft.chosen, row) : draft.chosen.filter((one) => one !== row),
  };
}

const choose = (chosen: readonly number[], row: number): number[] =>
  [...new Set([...chosen, row])].sort((a, b) => a - b);

/** Returns a row with the cells as typed. */
export function correctRow({ values }: CorrectionDraft, row: RejectedRow): RejectedRow {
  const typed = values[row.row] ?? {};
  return { ...row, cells: row.cells.map((cell, index) => typed[index] ?? cell) };
}

/**
 * Returns the draft for a try to import it. The same rows and values keep their key until the import is known to have
 * begun: a second click, and a repetition after a lost response or a reload, begin no second import. A trial and an
 * import for real have different keys.
 */
export function tryOf(
  draft: CorrectionDraft,
  { newKey, isTrial }: { newKey: string; isTrial: boolean },
): CorrectionDraft {
  const values = draft.chosen.map((row) => draft.values[row] ?? {});
  const tried = JSON.stringify([isTrial ? 'trial' : 'import', draft.chosen, values]);
  return { ...draft, tried, key: tried === draft.tried && draft.key !== '' ? draft.key : newKey };
}

/** Returns the draft without rows whose import has begun. */
export function withoutRows(draft: CorrectionDraft, rows: readonly number[]): CorrectionDraft {
  const values = Object.entries(draft.values).filter(([row]) => !rows.includes(Number(row)));
  return {
    ...NO_CORRECTION,
    values: Object.fromEntries(values),
    chosen: draft.chosen.filter((row) => !rows.includes(row)),
  };
}

type Corrected = Pick<ConsoleImport, 'corrections' | 'dryRun'>;
type Correction = Corrected['corrections'][number];

/**
 * Returns the corrections that count as a new try of their rows. A cancelled or failed one leaves its rows open, and so
 * does a trial once the corrected import is no trial any more, since it has imported nothing.
 */
export const begunCorrections = ({ corrections, dryRun }: Corrected): Correction[] =>
  corrections.filter(
    (one) => (one.status === 'running' || one.status === 'completed') && (dryRun || one.dryRun !== true),
  );

/** Returns the import that has a row, by the number of the row. */
export const rowsTried = (of: Corrected): ReadonlyMap<number, Correction> =>
  new Map(
    begunCorrections(of).flatMap((correction) => correction.rows.map((row) => [row, correction] as const)),
  );
