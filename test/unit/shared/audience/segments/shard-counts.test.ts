import type { BookPosition } from '../../../../../shared/audience/book/walk-book';
import { ShardCounts } from '../../../../../shared/audience/segments/shard-counts';
import { contactShardOf, CONTACT_SHARDS } from '../../../../../shared/platform/store/keys';
import { seededRandom } from '../../../../support/run/seeded-random';

/** Estimates by the first shards, each with so many contacts of whom half may be sent to; the others are not read. */
function estimateBy(...matched: number[]) {
  const counts = new ShardCounts(
    Array.from({ length: CONTACT_SHARDS }, (_, shard) => {
      const half = (matched[shard] ?? 0) / 2;
      return { allowed: half, notOptedIn: half, hardOptedOut: 0, setAside: 0 };
    }),
  );
  return counts.estimate(endedUpTo(matched.length));
}
const endedUpTo = (shards: number): BookPosition =>
  Array.from({ length: CONTACT_SHARDS }, (_, shard) => (shard < shards ? 'end' : 'start'));

describe('the estimate of an audience', () => {
  it('is absent before the first shard has ended', () => {
    expect(estimateBy()).toBeUndefined();
  });

  it('takes what was counted for its share of the shards', () => {
    expect(estimateBy(100, 100, 110, 90)).toMatchObject({ matched: 1_600, sendable: 800 });
  });

  it('leaves room where nothing was found', () => {
    expect(estimateBy(0)).toEqual({ matched: 0, sendable: 0, error: 3 * CONTACT_SHARDS });
  });

  it('is within its error 95 times of 100, by the shards in which contacts lie', () => {
    const random = seededRandom(7);
    let within = 0;
    const runs = 200;
    for (let run = 0; run < runs; run += 1) {
      const counted = new ShardCounts();
      const size = 1_000;
      for (let one = 0; one < size; one += 1) {
        const id = `con_${String(Math.floor(random() * 1e15)).padStart(26, '0')}`;
        counted.add(contactShardOf(id), 'allowed');
      }
      const estimate = counted.estimate(endedUpTo(4));
      if (estimate && Math.abs(estimate.matched - size) <= estimate.error) within += 1;
    }
    expect(within / runs).toBeGreaterThan(0.9);
    expect(within / runs).toBeLessThan(0.99);
  });
});
