import fc from 'fast-check';
import {
  foldInto,
  rowsOf,
  sumByDay,
  sumByValue,
  sumOfFigures,
  type Use,
  writesOf,
} from '../../../../shared/statistics/usage';

const RUNS = Number(process.env.FC_RUNS ?? 300);
const DAY = '2026-03-01';
const amount = fc.integer({ min: -3, max: 2_000_000 });
const use: fc.Arbitrary<Use> = fc.record({
  source: fc.oneof(
    fc.constantFrom('message', 'broadcast', 'other'),
    fc.integer({ max: 60, min: 0 }).map((id) => `cmp_${id}`),
  ),
  number: fc.oneof(
    fc.constantFrom('pool:a', 'id:t', 'pool:x:t'),
    fc.integer({ max: 40, min: 0 }).map((id) => `+1206555${id}`),
  ),
  country: fc.constantFrom('US', 'CA', 'DE', 'other'),
  ...{ texts: amount, parts: amount, smsCredits: amount, mmsCredits: amount, priceMicros: amount },
});
type Attributes = Record<string, number>;
const asItem = (attributes: Attributes) => ({ pk: 'p', sk: 's', ...attributes });

/** Adds to an item as the table does, and as the counting does once it has `most` attributes. */
function added(before: Attributes, write: Attributes, most: number): Attributes {
  const isFull = Object.keys(before).length >= most;
  const after = { ...before };
  for (const [name, value] of Object.entries(isFull ? foldInto(asItem(before), write) : write)) {
    after[name] = (after[name] ?? 0) + value;
  }
  return after;
}

it('has one sum by day, by source, by number and by country, also when a day has no more places', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(use, { maxLength: 40 })),
      fc.integer({ min: 0, max: 300 }),
      (batches, most) => {
        const item = batches
          .flatMap((uses) => writesOf(uses))
          .reduce<Attributes>((before, write) => added(before, write, most), {});
        const rows = rowsOf(DAY, [asItem(item)]);
        const total = sumOfFigures(batches.flat());
        expect(sumOfFigures(sumByDay(rows, [DAY]))).toEqual(total);
        for (const by of ['source', 'number', 'country'] as const)
          expect(sumOfFigures(sumByValue(rows, by))).toEqual(total);
      },
    ),
    { numRuns: RUNS },
  );
});
