import fc from 'fast-check';
import { nextRun, nextTime, type Recurrence } from '../../../../../shared/automations/calendar/recurrence';
import { WEEKDAYS } from '../../../../../shared/calendar/sending-hours';

const ms = (instant: string) => Date.parse(instant);

const NEW_YORK = ['America/New_York'];
const run = (recurrence: Recurrence, from: string, zones: readonly string[] = NEW_YORK) =>
  nextRun(recurrence, { zones, fromMs: ms(from) }).localTime;

/** Local times of the runs that follow each other. */
function runs(recurrence: Recurrence, from: string, count: number): string[] {
  let fromMs = ms(from);
  return Array.from({ length: count }, () => {
    const next = nextRun(recurrence, { zones: NEW_YORK, fromMs });
    fromMs = next.firstMs + 1;
    return next.localTime;
  });
}

describe('a run of a trigger that repeats', () => {
  it('is of today until it begins, and then of tomorrow', () => {
    const recurrence: Recurrence = { every: 'day', at: '10:00' };
    expect(run(recurrence, '2027-01-05T15:00:00.000Z')).toBe('2027-01-05T10:00');
    expect(run(recurrence, '2027-01-05T15:00:00.001Z')).toBe('2027-01-06T10:00');
    expect(run(recurrence, '2027-12-31T20:00:00.000Z')).toBe('2028-01-01T10:00');
  });

  it('of a week is on its days, and without days on Monday', () => {
    const on = ['FRI', 'TUE'] as const;
    expect(runs({ every: 'week', on, at: '10:00' }, '2027-01-04T00:00:00Z', 3)).toEqual([
      '2027-01-05T10:00',
      '2027-01-08T10:00',
      '2027-01-12T10:00',
    ]);
    expect(run({ every: 'week', at: '10:00' }, '2027-01-05T00:00:00Z')).toBe('2027-01-11T10:00');
  });

  it('of a month is on its day, and without a day on the first', () => {
    expect(runs({ every: 'month', on: 15, at: '10:00' }, '2027-11-20T00:00:00Z', 2)).toEqual([
      '2027-12-15T10:00',
      '2028-01-15T10:00',
    ]);
    expect(run({ every: 'month', at: '10:00' }, '2027-01-05T00:00:00Z')).toBe('2027-02-01T10:00');
  });

  it('of day 29, 30 or 31 is on the last day of a shorter month', () => {
    expect(runs({ every: 'month', on: 31, at: '10:00' }, '2028-01-15T00:00:00Z', 5)).toEqual([
      '2028-01-31T10:00',
      '2028-02-29T10:00',
      '2028-03-31T10:00',
      '2028-04-30T10:00',
      '2028-05-31T10:00',
    ]);
    expect(run({ every: 'month', on: 29, at: '10:00' }, '2027-02-01T00:00:00Z')).toBe('2027-02-28T10:00');
    expect(run({ every: 'month', on: 30, at: '10:00' }, '2027-02-28T15:00:01Z')).toBe('2027-03-30T10:00');
  });

  it('begins in the first of the zones and ends in the last', () => {
    const zones = ['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo'];
    const first = nextRun({ every: 'day', at: '10:00' }, { zones, fromMs: ms('2027-01-05T01:00:00Z') });
    expect(first).toEqual({
      localTime: '2027-01-05T10:00',
      firstMs: ms('2027-01-05T01:00:00Z'),
      lastMs: ms('2027-01-05T20:00:00Z'),
    });
    const second = nextRun({ every: 'day', at: '10:00' }, { zones, fromMs: first.firstMs + 1 });
    expect(second.localTime).toBe('2027-01-06T10:00');
  });

  it('moves forward by the gap of daylight saving, and is the first of two', () => {
    const [zone] = ['America/New_York'];
    expect(nextTime({ every: 'day', at: '02:30' }, { zone, fromMs: ms('2027-03-14T05:00:00Z') })).toBe(
      ms('2027-03-14T07:30:00Z'),
    );
    const fold: Recurrence = { every: 'day', at: '01:30' };
    expect(nextTime(fold, { zone, fromMs: ms('2027-11-07T05:00:00Z') })).toBe(ms('2027-11-07T05:30:00Z'));
    // Between the two: today's is over.
    expect(nextTime(fold, { zone, fromMs: ms('2027-11-07T06:00:00Z') })).toBe(ms('2027-11-08T06:30:00Z'));
  });

  it('skips no day of the calendar and repeats none', () => {
    const at = fc.constantFrom('00:00', '02:30', '10:00', '23:59');
    const recurrence = fc.oneof(
      fc.record({ every: fc.constant('day' as const), at }),
      fc.record({
        every: fc.constant('week' as const),
        on: fc.subarray([...WEEKDAYS], { minLength: 1 }),
        at,
      }),
      fc.record({ every: fc.constant('month' as const), on: fc.integer({ min: 1, max: 31 }), at }),
    );
    const zones = fc.subarray(
      ['America/New_York', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'UTC', 'Africa/Cairo', 'America/Havana'],
      { minLength: 1 },
    );
    const fromMs = fc.integer({ min: ms('2021-01-01T00:00:00Z'), max: ms('2060-01-01T00:00:00Z') });
    const isDue = (some: Recurrence, day: Date) => {
      if (some.every === 'day') return true;
      if (some.every === 'week') return some.on?.includes(WEEKDAYS[(day.getUTCDay() + 6) % 7] ?? 'MON');
      const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
      return day.getUTCDate() === Math.min(some.on ?? 1, lastDay);
    };
    fc.assert(
      fc.property(recurrence, zones, fromMs, (some, where, from) => {
        const first = nextRun(some, { zones: where, fromMs: from });
        const second = nextRun(some, { zones: where, fromMs: first.firstMs + 1 });
        expect(first.firstMs).toBeGreaterThanOrEqual(from);
        expect(first.lastMs).toBeGreaterThanOrEqual(first.firstMs);
        const [start, end] = [first, second].map(({ localTime }) =>
          ms(`${localTime.slice(0, 10)}T00:00:00Z`),
        );
        const due: number[] = [];
        for (let day = start ?? 0; day <= (end ?? 0); day += 86_400_000)
          if (isDue(some, new Date(day))) due.push(day);
        expect(due).toEqual([start, end]);
      }),
    );
  });
});
