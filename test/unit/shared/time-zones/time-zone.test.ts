import {
  isTimeZone,
  offsetMsAt,
  timeZoneNames,
  timeZoneRelease,
} from '../../../../shared/time-zones/time-zone';
import { version } from 'moment-timezone/package.json';

const offsetAt = (zone: string, instant: string) => offsetMsAt(zone, Date.parse(instant)) / 60_000;

describe('the release of the time zones', () => {
  it('is the one of the package that package-lock.json pins', () => {
    expect([version, timeZoneRelease()]).toEqual(['0.6.6', '2026f']);
  });
});

describe('a name of a time zone', () => {
  it.each([
    'America/Chicago',
    'america/chicago',
    'US/Eastern',
    'America/Indianapolis',
    'America/Argentina/Buenos_Aires',
    'America/Coyhaique',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'Europe/Kiev',
    'UTC',
    'GMT',
    'Etc/GMT+5',
    'EST',
    'EST5EDT',
    'GB',
  ])('%s is known', (name) => expect(isTimeZone(name)).toBe(true));

  it.each([
    'Gotham',
    'Mars/Olympus',
    'recipient',
    'local',
    // Intl of some versions accepts these: IST is India, Israel or Ireland.
    ...['IST', 'PST', 'CST', 'SystemV/PST8', 'US/Pacific-New'],
    ...['+01:00', '-05:00', 'GMT+5', 'UTC+1', 'Z', ''],
    ...[' America/Chicago', 'America/Chicago ', 'America/Chicago|0||', 'America', '2026f'],
    ...['constructor', '__proto__', 'toString'],
  ])('%j is not known', (name) => expect(isTimeZone(name)).toBe(false));

  it('is offered for choosing where it is a place, old names too, or UTC', () => {
    const names = timeZoneNames();
    expect(names).toHaveLength(490);
    expect(names).toEqual(
      expect.arrayContaining(['America/Chicago', 'Asia/Calcutta', 'Asia/Kolkata', 'UTC']),
    );
    expect(names.filter((name) => ['US/Eastern', 'EST', 'GB', 'Etc/GMT+5', 'GMT'].includes(name))).toEqual(
      [],
    );
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  });
});

describe('the offset of a time zone from UTC, in minutes', () => {
  it.each([
    // Permanent since 1 November 2026; Node.js 20.20.2 and 24.21.0 have other clocks.
    ['America/Vancouver', '2026-12-01T12:00:00Z', -420],
    ['America/Edmonton', '2026-12-01T12:00:00Z', -360],
    ['America/Winnipeg', '2026-12-01T12:00:00Z', -300],
    ['America/Havana', '2026-12-01T12:00:00Z', -240],
    ['America/Havana', '2027-12-01T12:00:00Z', -300],
    ['Africa/Casablanca', '2026-12-01T12:00:00Z', 0],
    ['America/New_York', '2026-12-01T12:00:00Z', -300],
    ['US/Eastern', '2026-07-01T12:00:00Z', -240],
    ['america/new_york', '2026-07-01T12:00:00Z', -240],
    ['America/Indianapolis', '2026-07-01T12:00:00Z', -240],
    ['America/Phoenix', '2026-07-01T12:00:00Z', -420],
    ['Asia/Kathmandu', '2026-07-01T12:00:00Z', 345],
    ['Australia/Lord_Howe', '2026-07-01T12:00:00Z', 630],
    ['Australia/Lord_Howe', '2026-12-01T12:00:00Z', 660],
    ['Antarctica/Troll', '2026-07-01T12:00:00Z', 120],
    ['Pacific/Kiritimati', '2026-07-01T12:00:00Z', 840],
    ['Etc/GMT+12', '2026-07-01T12:00:00Z', -720],
    ['UTC', '2026-07-01T12:00:00Z', 0],
    // Ireland's summer time is its standard time; Cairo changes on Thursdays at 24:00, Nuuk on Saturdays.
    ['Europe/Dublin', '2026-12-01T12:00:00Z', 0],
    ['Africa/Cairo', '2027-04-29T21:59:59.999Z', 120],
    ['Africa/Cairo', '2027-04-29T22:00:00Z', 180],
    ['America/Nuuk', '2027-03-28T00:59:59.999Z', -120],
    ['America/Nuuk', '2027-03-28T01:00:00Z', -60],
  ])('%s at %s: %d', (zone, instant, minutes) => expect(offsetAt(zone, instant)).toBe(minutes));

  it('changes at the millisecond, long after the listed changes too', () => {
    expect(
      [
        '2026-03-08T06:59:59.999Z',
        '2026-03-08T07:00:00Z',
        '2026-11-01T05:59:59.999Z',
        '2026-11-01T06:00:00Z',
      ].map((instant) => offsetAt('America/New_York', instant)),
    ).toEqual([-300, -240, -240, -300]);
    // 10 March and 3 November are the Sundays.
    expect(
      [
        '2075-03-10T06:59:59.999Z',
        '2075-03-10T07:00:00Z',
        '2075-11-03T05:59:59.999Z',
        '2075-11-03T06:00:00Z',
      ].map((instant) => offsetAt('America/New_York', instant)),
    ).toEqual([-300, -240, -240, -300]);
    // 31 March, the last Sunday, and 27 October.
    expect(
      [
        '2075-03-31T00:59:59.999Z',
        '2075-03-31T01:00:00Z',
        '2075-10-27T00:59:59.999Z',
        '2075-10-27T01:00:00Z',
      ].map((instant) => offsetAt('Europe/Berlin', instant)),
    ).toEqual([60, 120, 120, 60]);
  });

  it('is summer time over the turn of the year in the south', () => {
    expect(
      ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', '2050-12-31T23:59:59Z', '2051-01-01T00:00:00Z'].map(
        (instant) => offsetAt('Australia/Sydney', instant),
      ),
    ).toEqual([660, 660, 660, 660]);
    expect([
      offsetAt('Australia/Sydney', '2026-07-01T00:00:00Z'),
      offsetAt('America/Santiago', '2026-12-31T23:59:59Z'),
    ]).toEqual([600, -180]);
  });

  it('is not guessed for a name that is not known', () => {
    expect(() => offsetMsAt('Mars/Olympus', 0)).toThrow("Mars/Olympus is no time zone of IANA's 2026f");
  });
});
