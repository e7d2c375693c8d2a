import type { KnownMiss } from '../bench/known-miss';
import type { Row } from './run-workload';
import type { Workload } from './workloads';

/** Parts of a workload that its row on the page repeats. */
export type RowHead = Pick<Workload, 'name' | 'target' | 'dollars' | 'known' | 'scale'>;

/** Columns of the table on docs/performance.md, by the cells of a row. */
export const COLUMNS = {
  workload: 'Workload',
  scale: 'Scale',
  targets: 'Targets',
  measured: 'Measured',
  cost: 'A thousand texts',
  verdict: 'Verdict',
  bound: 'What held it up',
  seed: 'Seed',
  commit: 'Commit',
  date: 'Date',
} as const;

/** Row of that table: the text of each cell. */
export type PageRow = Record<keyof typeof COLUMNS, string>;

/** Run that a row is from. */
export interface RunStamp {
  seed: number;
  /** Short hash; a `+` at its end stands for changes that are not committed. */
  commit: string;
  /** Day in UTC, such as 2026-11-26. */
  date: string;
}

export const MET = 'met';
export const MISSED = '**MISSED**';
const NOT_RUN_YET = 'not run yet';

/** Returns the row of a workload that was run. */
export function pageRowOf(row: Row, { seed, commit, date }: RunStamp): PageRow {
  const { workload, asked, reached, unit, notes, bound, dollarsPerThousand, verdict } = row;
  return {
    ...headOf(workload),
    measured: [`${reached.toFixed(1)} of ${asked} ${unit}`, ...notes].join('; '),
    cost: `$${dollarsPerThousand.toFixed(4)}`,
    verdict: verdict === 'known' && workload.known ? knownMiss(workload.known) : verdictInWords(verdict),
    bound: bound.join('; '),
    seed: String(seed),
    commit,
    date,
  };
}

/** Returns the only form of a row without figures. */
export function rowNotRunYet(workload: RowHead): PageRow {
  const none = { cost: '', verdict: '', bound: '', seed: '', commit: '', date: '' };
  return { ...headOf(workload), measured: NOT_RUN_YET, ...none };
}

/** Returns the cells that follow from the code alone. */
export function headOf(workload: RowHead): Pick<PageRow, 'workload' | 'scale' | 'targets'> {
  const { name, scale } = workload;
  return { workload: name, scale: scale === 1 ? '1' : `1/${scale}`, targets: targetsOf(workload) };
}

/** Returns the targets of a workload in words, with its price. */
export function targetsOf({ target, dollars }: RowHead): string {
  return dollars === undefined ? target : `${target}; at most $${dollars} for a thousand texts`;
}

/** Returns the verdict of a price that is missed within its bound. */
export const knownMiss = ({ because, upTo }: KnownMiss): string => `known miss up to $${upTo}: ${because}`;

const verdictInWords = (verdict: Row['verdict']): string => (verdict === 'met' ? MET : MISSED);
