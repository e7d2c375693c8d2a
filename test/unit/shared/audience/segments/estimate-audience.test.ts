import { estimateAudience } from '../../../../../shared/audience/segments/internal/estimate-audience';
import { contactShardOf, CONTACT_SHARDS } from '../../../../../shared/platform/store/keys';
import { seededRandom } from '../../../../support/run/seeded-random';

const shards = (...matched: number[]) => matched.map((count) => ({ matched: count, allowed: count / 2 }));

describe('the estimate of an audience', () => {
  it('is absent before the first shard has ended', () => {
    expect(estimateAudience([])).toBeUndefined();
  });

  it('takes what was counted for its share of the shards', () => {
    expect(estimateAudience(shards(100, 100, 110, 90))).toMatchObject({ matched: 1_600, sendable: 800 });
  });

  it('leaves room where nothing was found', () => {
    expect(estimateAudience(shards(0))).toEqual({ matched: 0, sendable: 0, error: 3 * CONTACT_SHARDS });
  });

  it('is within its error 95 times of 100, by the shards in which contacts lie', () => {
    const random = seededRandom(7);
    let within = 0;
    const runs = 200;
    for (let run = 0; run < runs; run += 1) {
      const counted = Array.from({ length: CONTACT_SHARDS }, () => ({ matched: 0, allowed: 0 }));
      const size = 1_000;
      for (let one = 0; one < size; one += 1) {
        const id = `con_${String(Math.floor(random() * 1e15)).padStart(26, '0')}`;
        const shard = counted[contactShardOf(id)];
        if (shard) shard.matched += 1;
      }
      const estimate = estimateAudience(counted.slice(0, 4));
      if (estimate && Math.abs(estimate.matched - size) <= estimate.error) within += 1;
    }
    expect(within / runs).toBeGreaterThan(0.9);
    expect(within / runs).toBeLessThan(0.99);
  });
});
