/** One figure of a bench beside the floor of the same run: what the machine needs for the bare work. */
export interface BenchRow {
  name: string;
  measured: number;
  floor: number;
  /** Of both, such as `ms`. */
  unit: string;
  /** `measured / floor`. */
  ratio: number;
  /** What `ratio` should stay within. */
  target?: number;
  note?: string;
}

export function benchRow(row: Omit<BenchRow, 'ratio'>): BenchRow {
  return { ...row, ratio: row.measured / row.floor };
}

export function formatBenchRow({ name, measured, floor, unit, ratio, target, note }: BenchRow): string {
  const verdict = target === undefined ? '' : ` (target ${target}: ${ratio <= target ? 'met' : 'MISSED'})`;
  const figures = `${measured.toFixed(2)} ${unit}, bare ${floor.toFixed(2)} ${unit}`;
  return `${name}: ${figures}, ratio ${ratio.toFixed(2)}${verdict}${note === undefined ? '' : `; ${note}`}`;
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
