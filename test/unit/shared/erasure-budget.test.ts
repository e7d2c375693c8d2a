import { nextPassAt } from '../../../shared/erasure/internal/read-budget';

const STARTED_AT = '2026-03-01T00:00:00.000Z';
const nextOf = (readUnits: number, endedAt = '2026-03-01T01:00:00.000Z') =>
  nextPassAt({ startedAt: STARTED_AT, endedAtMs: Date.parse(endedAt), readUnits });

describe('the budget of read units of erasure passes', () => {
  it.each([
    ['nothing', 0, '2026-03-01T00:00:00.000Z'],
    ['a second of the budget', 741, '2026-03-01T00:00:01.000Z'],
    ['half of it', 32_000_000, '2026-03-01T12:00:00.000Z'],
    ['all but the hour that a pass takes', 61_333_333, '2026-03-01T22:59:59.999Z'],
    ['all of it', 64_000_000, '2026-03-01T23:00:00.000Z'],
    ['ten times as much', 640_000_000, '2026-03-01T23:00:00.000Z'],
  ])('lets the next pass begin after %s', (_what, readUnits, nextAt) => {
    expect(nextOf(readUnits)).toBe(nextAt);
  });

  it('never waits for a pass that takes as long as a day', () => {
    expect(nextOf(640_000_000, '2026-03-02T02:00:00.000Z')).toBe(STARTED_AT);
  });
});
