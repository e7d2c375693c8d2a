import {
  capDay,
  capOf,
  cappedUntilMs,
  countFitting,
  isDayEnding,
  nextCapDayMs,
  partsAtOnce,
  usedUpAt,
} from '../../../../shared/senders/daily-cap';

const ms = (text: string) => Date.parse(text);
const nextDay = (text: string) => new Date(nextCapDayMs(ms(text))).toISOString();

describe('the day of a daily cap (rules 8.1)', () => {
  it.each([
    ['2026-01-15T07:59:59.999Z', '2026-01-14'],
    ['2026-01-15T08:00:00.000Z', '2026-01-15'],
    ['2026-07-15T06:59:59.999Z', '2026-07-14'],
    ['2026-07-15T07:00:00.000Z', '2026-07-15'],
  ])('begins at midnight in Los Angeles: at %s it is %s', (at, day) => {
    expect(capDay(ms(at))).toBe(day);
  });

  it.each([
    ['2026-01-15T08:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['2026-01-15T07:59:59.999Z', '2026-01-15T08:00:00.000Z'],
    // 23 and 25 hours.
    ['2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ])('that holds at %s ends at %s', (at, end) => {
    expect(nextDay(at)).toBe(end);
  });

  it('has ten seconds at its end in which nothing is reserved', () => {
    expect(isDayEnding(ms('2026-01-15T07:59:49.999Z'))).toBe(false);
    expect(isDayEnding(ms('2026-01-15T07:59:50.000Z'))).toBe(true);
    expect(isDayEnding(ms('2026-01-15T08:00:00.000Z'))).toBe(false);
  });
});

describe('a daily cap', () => {
  const number = { accountId: 'acc_1', dailyCap: 2_000 };
  const at = ms('2026-01-15T20:00:00.000Z');

  it('is used up for the quarter of an hour for which that was stored, and as it was then', () => {
    const cap = { accountId: 'acc_1', brand: '', parts: 2_000 };
    const usedUp = { ...number, usedUpCap: usedUpAt(cap, at) };
    const until = (one: Parameters<typeof capOf>[0], atMs: number) =>
      cappedUntilMs({ cap: capOf(one) }, atMs);

    expect(until(usedUp, at)).toBe(ms('2026-01-16T08:00:00.000Z'));
    expect(until(usedUp, at + 15 * 60_000 - 1)).toBe(ms('2026-01-16T08:00:00.000Z'));
    expect(until(usedUp, at + 15 * 60_000)).toBeUndefined();
    expect(until({ ...usedUp, dailyCap: 10_000 }, at)).toBeUndefined();
    expect(until({ ...usedUp, brand: 'acme' }, at)).toBeUndefined();
    expect(until(number, at)).toBeUndefined();
    expect(until({ accountId: 'acc_1' }, at)).toBeUndefined();
  });

  it('is taken in shares of a two-hundredth, or as much as is wanted', () => {
    const cap = { accountId: 'acc_1', brand: '', parts: 2_000 };
    expect([1, 10, 11].map((wanted) => partsAtOnce(cap, { wanted }))).toEqual([10, 10, 11]);
    expect(partsAtOnce({ ...cap, parts: 199 }, { wanted: 1 })).toBe(1);
  });

  it('has room for the messages before the first that does not fit', () => {
    expect([0, 1, 3, 4, 5, 6].map((left) => countFitting([1, 3, 1], left))).toEqual([0, 1, 1, 2, 3, 3]);
  });
});
