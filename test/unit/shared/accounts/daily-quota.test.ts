import { quotaDay, secondsToNextDay } from '../../../../shared/accounts/daily-quota';

describe('the day of the daily quota', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2026-03-01T23:59:59.999Z', '2026-03-01'],
  ])('of %s is %s, by UTC', (now, day) => {
    expect(quotaDay({ now: () => new Date(now) })).toBe(day);
  });

  it.each([
    ['2026-03-01T00:00:00.000Z', 86_400],
    ['2026-03-01T12:00:00.000Z', 43_200],
    ['2026-03-01T23:59:58.001Z', 2],
    ['2026-03-01T23:59:59.999Z', 1],
    ['2026-12-31T23:00:00.000Z', 3_600],
  ])('is over %s in %i seconds', (now, seconds) => {
    expect(secondsToNextDay(new Date(now))).toBe(seconds);
  });
});
