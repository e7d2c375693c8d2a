import { describeDuration } from '../../../../shared/campaigns/timing/describe-duration';
import { weekOf, type ZoneHours } from '../../../../shared/calendar/hours';
import { planPace } from '../../../../shared/campaigns/timing/pace';
import { slotLengthMs } from '../../../../shared/senders/reserve-slots';

const ms = (text: string) => Date.parse(text);
const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());
const DAY_MS = 24 * 60 * 60_000;
const ONE_A_SECOND = slotLengthMs({ ratePerSecond: 1, parts: 1 });
const nineToEight = (zone: string, days?: number[]): ZoneHours => ({
  zone,
  week: weekOf({ from: 9 * 60, to: 20 * 60 }, days),
});

function plan(groups: Parameters<typeof planPace>[0], slotMs: number, expiresAt: string) {
  const { reached, firstAtMs, lastAtMs } = planPace(groups, { slotMs, expiresAtMs: ms(expiresAt) });
  return [reached, iso(firstAtMs), iso(lastAtMs)];
}

describe('the pace of a campaign (rules E4)', () => {
  const dueAtMs = ms('2026-12-01T17:00:00Z');

  it('is the rate of the number: 4,163 recipients at one a second, and 19 minutes to go', () => {
    const groups = [{ recipients: 4_163, dueAtMs, hours: [] }];
    // A slot of 1.04 s: the 1,097th begins 0.16 s before the end.
    expect(plan(groups, ONE_A_SECOND, '2026-12-01T17:19:00Z')).toEqual([
      1_097,
      '2026-12-01T17:00:00.000Z',
      '2026-12-01T17:18:59.840Z',
    ]);
    expect(plan(groups, ONE_A_SECOND, '2026-12-03T17:00:00Z')).toEqual([
      4_163,
      '2026-12-01T17:00:00.000Z',
      '2026-12-01T18:12:08.480Z',
    ]);
  });

  it.each([
    ['2026-12-01T17:00:00.000Z', 0],
    ['2026-12-01T17:00:00.001Z', 1],
    ['2026-12-01T17:00:10.400Z', 10],
    ['2026-12-01T17:00:10.401Z', 11],
  ])('ends before the campaign expires at %s: %d reached', (expiresAt, reached) => {
    expect(plan([{ recipients: 50, dueAtMs, hours: [] }], ONE_A_SECOND, expiresAt)[0]).toBe(reached);
  });

  it('goes on the next day within the hours', () => {
    const groups = [
      { recipients: 50_000, dueAtMs: ms('2026-12-01T14:00:00Z'), hours: [nineToEight('America/New_York')] },
    ];
    // 11 hours have 38,077 slots; the other 11,923 begin at 9:00 in New York.
    expect(plan(groups, ONE_A_SECOND, '2026-12-04T00:00:00Z')).toEqual([
      50_000,
      '2026-12-01T14:00:00.000Z',
      '2026-12-02T17:26:38.880Z',
    ]);
    expect(plan(groups, ONE_A_SECOND, '2026-12-02T14:00:00Z')[0]).toBe(38_077);
  });

  it('goes on the next day when a daily cap is used up', () => {
    const nextDayMs = (atMs: number) =>
      ms('2026-12-01T08:00:00Z') + DAY_MS * Math.ceil((atMs - ms('2026-12-01T08:00:00Z') + 1) / DAY_MS);
    const cap = { leftToday: 100, eachDay: 2_000, nowMs: dueAtMs, nextDayMs };
    const pace = (expiresAt: string, changes: object = {}) =>
      planPace([{ recipients: 2_500, dueAtMs, hours: [] }], {
        ...{ slotMs: ONE_A_SECOND, expiresAtMs: ms(expiresAt), cap: { ...cap, ...changes } },
      });
    // 100 on the first day, 2,000 on the second, and 400 on the third.
    const { reached, firstAtMs, lastAtMs } = pace('2026-12-09T08:00:00Z');
    expect([reached, iso(firstAtMs), iso(lastAtMs)]).toEqual([
      2_500,
      '2026-12-01T17:00:00.000Z',
      new Date(ms('2026-12-03T08:00:00Z') + 399 * ONE_A_SECOND).toISOString(),
    ]);
    expect(pace('2026-12-03T08:00:00Z').reached).toBe(2_100);
    expect(iso(pace('2026-12-09T08:00:00Z', { leftToday: 0 }).firstAtMs)).toBe('2026-12-02T08:00:00.000Z');
  });

  it('goes on at the next day of the week that is open', () => {
    // 4 December 2026 is a Friday.
    const groups = [
      {
        recipients: 40_000,
        dueAtMs: ms('2026-12-04T14:00:00Z'),
        hours: [nineToEight('America/New_York', [0, 1, 2, 3, 4])],
      },
    ];
    expect(plan(groups, ONE_A_SECOND, '2026-12-31T00:00:00Z')[2]).toBe('2026-12-07T14:33:18.880Z');
  });

  it('is shared by zones one after another: nobody of the second is reached before the first is', () => {
    const groups = [
      {
        recipients: 20_000,
        dueAtMs: ms('2026-12-01T17:00:00Z'),
        hours: [nineToEight('America/Los_Angeles')],
      },
      { recipients: 20_000, dueAtMs: ms('2026-12-01T14:00:00Z'), hours: [nineToEight('America/New_York')] },
    ];
    expect(plan(groups, ONE_A_SECOND, '2026-12-04T00:00:00Z')).toEqual([
      40_000,
      '2026-12-01T14:00:00.000Z',
      '2026-12-02T01:33:18.960Z',
    ]);
  });

  it('leaves a pause where nobody is within the hours', () => {
    const groups = [
      { recipients: 10, dueAtMs: ms('2026-12-01T14:00:00Z'), hours: [nineToEight('America/New_York')] },
      { recipients: 10, dueAtMs: ms('2026-12-01T19:00:00Z'), hours: [nineToEight('Pacific/Honolulu')] },
    ];
    expect(plan(groups, ONE_A_SECOND, '2026-12-04T00:00:00Z')[2]).toBe('2026-12-01T19:00:09.360Z');
  });

  it('leaves those to the next opening whose hours close first, as many as their share', () => {
    const until = (to: number): ZoneHours => ({ zone: 'UTC', week: weekOf({ from: 0, to }) });
    const groups = [
      { recipients: 100, dueAtMs: ms('2026-12-01T10:00:00Z'), hours: [until(601)] },
      { recipients: 100, dueAtMs: ms('2026-12-01T10:00:00Z'), hours: [until(24 * 60)] },
    ];
    // In its minute each of the two gets 30 of 60 slots; 70 wait for the next day.
    expect(plan(groups, 1_000, '2026-12-01T23:00:00Z')).toEqual([
      130,
      '2026-12-01T10:00:00.000Z',
      '2026-12-01T10:02:09.000Z',
    ]);
    expect(plan(groups, 1_000, '2026-12-03T00:00:00Z')).toEqual([
      200,
      '2026-12-01T10:00:00.000Z',
      '2026-12-02T00:01:09.000Z',
    ]);
  });

  it('of a number without a rate is none: all are reached as they are due', () => {
    const groups = [
      {
        recipients: 5_000_000,
        dueAtMs: ms('2026-12-01T14:00:00Z'),
        hours: [nineToEight('America/New_York')],
      },
      { recipients: 1, dueAtMs: ms('2026-12-01T19:00:00Z'), hours: [nineToEight('Pacific/Honolulu')] },
    ];
    expect(plan(groups, 0, '2026-12-04T00:00:00Z')).toEqual([
      5_000_001,
      '2026-12-01T14:00:00.000Z',
      '2026-12-01T19:00:00.000Z',
    ]);
  });

  it('ends after a year, however late the campaign expires', () => {
    const oneMinuteAWeek = { zone: 'UTC', week: weekOf({ from: 600, to: 601 }, [1]) };
    const groups = [{ recipients: 1_000_000, dueAtMs: ms('2026-12-01T10:00:00Z'), hours: [oneMinuteAWeek] }];
    expect(plan(groups, 1_000, '9999-01-01T00:00:00Z')).toEqual([
      53 * 60,
      '2026-12-01T10:00:00.000Z',
      '2027-11-30T10:00:59.000Z',
    ]);
  });

  it('of nobody reaches nobody', () => {
    expect(plan([], 1_000, '2026-12-04T00:00:00Z')).toEqual([0, undefined, undefined]);
    expect(plan([{ recipients: 0, dueAtMs, hours: [] }], 1_000, '2026-12-04T00:00:00Z')).toEqual([
      0,
      undefined,
      undefined,
    ]);
  });
});

describe('a duration in words', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [89, '1 min'],
    [90, '2 min'],
    [3_569, '59 min'],
    [3_570, '1 h'],
    [11_839, '3 h 17 min'],
    [86_369, '23 h 59 min'],
    [86_370, '1 d'],
    [190_800, '2 d 5 h'],
    [5_200_000, '60 d 4 h'],
  ])('%d seconds are %s', (seconds, words) => expect(describeDuration(seconds)).toBe(words));
});
