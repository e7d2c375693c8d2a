import type { Units } from '../support/engines/capacity-meter';
import { benchRow, type BenchRow } from './bench-row';
import type { KnownMiss } from './known-miss';
import { dollarsPerThousand } from './prices';

/** Returns capacity units as two rows of a bench, with the price of a thousand operations. */
export function unitRows(
  name: string,
  units: Units,
  { known, ...limits }: Partial<Units> & { known?: KnownMiss } = {},
): BenchRow[] {
  const dollars = dollarsPerThousand(units);
  return [
    benchRow({ name: `${name}, reads`, measured: units.read, unit: 'RRU', ...limitOf(limits.read) }),
    benchRow({
      name: `${name}, writes`,
      measured: units.write,
      unit: 'WRU',
      ...limitOf(limits.write),
      ...(known && { known }),
      note: `a thousand cost $${dollars.toFixed(5)} of DynamoDB`,
    }),
  ];
}

const limitOf = (limit: number | undefined) => (limit === undefined ? {} : { limit });
