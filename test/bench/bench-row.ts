import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describeVerdict, judge, type KnownMiss, type Verdict } from './known-miss';
import { useTemporaryFolder } from '../support/run/temporary-folder';

// Logs and metrics of functions would appear among the figures.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';

/** Figure of a bench, where possible with the floor of the same run: the machine's time for the bare work. */
export interface BenchRow {
  name: string;
  measured: number;
  /** Unit of `measured`, `floor` and `limit`, such as `ms`. */
  unit: string;
  floor?: number;
  /** `measured / floor`; for a rate `floor / measured`, so that more is always worse. */
  ratio?: number;
  /** Upper limit of `ratio`. */
  target?: number;
  /** Upper limit of `measured`. */
  limit?: number;
  /** Set where `limit` is missed today. */
  known?: KnownMiss;
  note?: string;
}

/** Variable with the file that also gets the rows, one JSON value a line; `npm run bench` sets it. */
export const ROWS_FILE = 'BENCH_ROWS_FILE';

export function benchRow(row: Omit<BenchRow, 'ratio'> & { isRate?: boolean }): BenchRow {
  const { isRate = false, ...rest } = row;
  if (!Number.isFinite(rest.measured)) throw new Error(`Not measured: ${rest.name}`);
  if (rest.floor === undefined) return rest;
  return { ...rest, ratio: isRate ? rest.floor / rest.measured : rest.measured / rest.floor };
}

/** Judges a row by its target and limit; `undefined` for a row without either. */
export function verdictOf({ measured, ratio, target, limit, known }: BenchRow): Verdict | undefined {
  if (target === undefined && limit === undefined) return undefined;
  const isWithinTarget = target === undefined || (ratio !== undefined && ratio <= target);
  return judge({ measured, isMet: isWithinTarget && (limit === undefined || measured <= limit), known });
}

export function formatBenchRow(row: BenchRow): string {
  const { name, measured, floor, unit, ratio, target, limit, known, note } = row;
  const verdict = describeVerdict(verdictOf(row) ?? 'met', known);
  return [
    `${name}: ${formatFigure(measured)} ${unit}`,
    floor !== undefined && `bare ${formatFigure(floor)} ${unit}`,
    ratio !== undefined && `ratio ${ratio.toFixed(2)}`,
    target !== undefined && `target ${formatFigure(target)}: ${verdict}`,
    limit !== undefined && `limit ${limit} ${unit}: ${verdict}`,
    note,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
}

/** Formats a figure with three significant digits. */
export function formatFigure(value: number): string {
  if (value === 0) return '0';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Returns the value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs the bench of a file when it is the program, and exits with 1 for a miss that is not known. */
export async function runAsProgram(moduleUrl: string, run: () => Promise<BenchRow[]>): Promise<void> {
  if (moduleUrl !== pathToFileURL(process.argv[1] ?? '').href) return;
  useTemporaryFolder();
  const rowsFile = process.env[ROWS_FILE];
  for (const row of await run()) {
    process.stdout.write(`${formatBenchRow(row)}\n`);
    if (rowsFile !== undefined) appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
    if (verdictOf(row) === 'missed') process.exitCode = 1;
  }
}
