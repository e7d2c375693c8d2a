import { nextDueMs } from '../../../../lib/local/scheduler';

describe('nextDueMs', () => {
  it.each([
    ['at the due time', 1_000, 61_000],
    ['a little late', 1_400, 61_000],
    ['just before the next one', 60_999, 61_000],
    ['exactly at the next one', 61_000, 121_000],
    ['many intervals late', 600_500, 601_000],
  ])('stays on the beat when it runs %s', (_, nowMs, expected) => {
    expect(nextDueMs({ dueMs: 1_000, nowMs, intervalMs: 60_000 })).toBe(expected);
  });
});
