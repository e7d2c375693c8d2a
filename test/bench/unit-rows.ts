import type { Units } from '../support/capacity-meter';
import { benchRow, type BenchRow } from './bench-row';
import { dollarsPerThousand } from './prices';

/** Capacity units as two rows of a bench, with what a thousand cost. */
export function unitRows(name: string, units: Units, limits: Partial<Units> = {}): BenchRow[] {
  const dollars = dollarsPerThousand(units);
  return [
    benchRow({ name: `${name}, reads`, measured: units.read, unit: 'RRU', ...limitOf(limits.read) }),
    benchRow({
      name: `${name}, writes`,
      measured: units.write,
      unit: 'WRU',
      ...limitOf(limits.write),
      note: `a thousand cost $${dollars.toFixed(5)} of DynamoDB`,
    }),
  ];
}

const limitOf = (limit: number | undefined) => (limit === undefined ? {} : { limit });
