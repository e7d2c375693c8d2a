import fc from 'fast-check';
import { endOfWait, type Wait } from '../../../../../shared/automations/calendar/wait';
import { wallAt } from '../../../../../shared/time-zones/wall-clock';

const ms = (instant: string) => Date.parse(instant);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const end = (wait: Wait, from: string, zone = 'America/New_York') =>
  new Date(endOfWait(wait, { zone, fromMs: ms(from) })).toISOString();

describe('the end of a wait', () => {
  it('of minutes and hours is after that much time', () => {
    expect(end({ minutes: 90 }, '2027-01-05T15:00:07.123Z')).toBe('2027-01-05T16:30:07.123Z');
    expect(end({ hours: 25 }, '2027-01-05T15:00:00Z')).toBe('2027-01-06T16:00:00.000Z');
    // Also over a change of the clock.
    expect(end({ hours: 24 }, '2027-03-13T15:00:00Z')).toBe('2027-03-14T15:00:00.000Z');
  });

  it('of minutes and hours with a time of day is the first such time after it', () => {
    expect(end({ hours: 2, at: '10:00' }, '2027-01-05T12:59:00Z')).toBe('2027-01-05T15:00:00.000Z');
    expect(end({ hours: 2, at: '10:00' }, '2027-01-05T13:00:00Z')).toBe('2027-01-05T15:00:00.000Z');
    expect(end({ hours: 2, at: '10:00' }, '2027-01-05T13:01:00Z')).toBe('2027-01-06T15:00:00.000Z');
    expect(end({ minutes: 1, at: '00:00' }, '2027-01-05T15:00:00Z')).toBe('2027-01-06T05:00:00.000Z');
  });

  it('of days keeps the time of day over a change of the clock', () => {
    expect(end({ days: 1 }, '2027-01-05T15:00:00.123Z')).toBe('2027-01-06T15:00:00.123Z');
    expect(end({ days: 1 }, '2027-03-13T15:00:00Z')).toBe('2027-03-14T14:00:00.000Z');
    expect(end({ days: 1 }, '2027-11-06T14:00:00Z')).toBe('2027-11-07T15:00:00.000Z');
  });

  it('of days with a time of day is on the day so many days later', () => {
    expect(end({ days: 1, at: '10:00' }, '2027-01-05T12:00:00Z')).toBe('2027-01-06T15:00:00.000Z');
    expect(end({ days: 1, at: '10:00' }, '2027-01-05T23:00:00Z')).toBe('2027-01-06T15:00:00.000Z');
    // 02:00 UTC is the evening before in New York.
    expect(end({ days: 1, at: '10:00' }, '2027-01-06T02:00:00Z')).toBe('2027-01-06T15:00:00.000Z');
    expect(end({ days: 1, at: '10:00' }, '2027-01-06T02:00:00Z', 'UTC')).toBe('2027-01-07T10:00:00.000Z');
  });

  it('moves forward by the gap of daylight saving, and is the first of two', () => {
    expect(end({ days: 1 }, '2027-03-13T07:30:00Z')).toBe('2027-03-14T07:30:00.000Z');
    expect(end({ days: 1, at: '02:30' }, '2027-03-13T07:30:00Z')).toBe('2027-03-14T07:30:00.000Z');
    expect(end({ days: 1 }, '2027-11-06T05:30:00Z')).toBe('2027-11-07T05:30:00.000Z');
    expect(end({ days: 1, at: '01:30' }, '2027-11-06T05:30:00Z')).toBe('2027-11-07T05:30:00.000Z');
  });

  it('is never before it began, and shows the time of day', () => {
    const at = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
      const parts = [Math.floor(minute / 60), minute % 60];
      return parts.map((part) => String(part).padStart(2, '0')).join(':');
    });
    const length = fc.oneof(
      fc.record({ minutes: fc.integer({ min: 1, max: 5000 }) }),
      fc.record({ hours: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ days: fc.integer({ min: 1, max: 400 }) }),
    );
    const zone = fc.constantFrom('America/New_York', 'UTC', 'Africa/Cairo', 'America/Havana', 'Asia/Beirut');
    const fromMs = fc.integer({ min: ms('2021-01-01T00:00:00Z'), max: ms('2060-01-01T00:00:00Z') });
    fc.assert(
      fc.property(length, fc.option(at, { nil: undefined }), zone, fromMs, (some, time, where, from) => {
        const endMs = endOfWait({ ...some, at: time }, { zone: where, fromMs: from });
        const elapsed =
          'minutes' in some ? some.minutes * MINUTE_MS : 'hours' in some ? some.hours * 60 * MINUTE_MS : 0;
        expect(endMs).toBeGreaterThanOrEqual(from + elapsed);
        if (time === undefined) return;
        const shown = new Date(wallAt(where, endMs)).toISOString().slice(11, 16);
        const [hours = 0, minutes = 0] = time.split(':').map(Number);
        const moved = (hours * 60 + minutes + 60) % (24 * 60);
        const later = [Math.floor(moved / 60), moved % 60]
          .map((part) => String(part).padStart(2, '0'))
          .join(':');
        expect([time, later]).toContain(shown);
        const longest = 'days' in some ? some.days * DAY_MS : DAY_MS;
        expect(endMs - from - elapsed).toBeLessThanOrEqual(longest + DAY_MS + 60 * MINUTE_MS);
      }),
    );
  });
});
