import fc from 'fast-check';
import { isOpen, nextClosing, weekOf, type ZoneHours } from '../../../../shared/calendar/hours';
import { type Pace, type PacedGroup, placeOfNext, planPace } from '../../../../shared/campaigns/timing/pace';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Times around the days on which the clocks of the zones change, and the turn of a year. */
const STARTS = [
  '2026-03-07T09:00Z',
  '2026-03-28T20:00Z',
  '2026-06-30T00:00Z',
  '2026-10-31T15:00Z',
  '2026-12-31T12:00Z',
];
const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Pacific/Honolulu',
  'UTC',
];

const hours = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: 0, max: 1_439 }),
    minutes: fc.integer({ min: 1, max: 1_440 }),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
  })
  .map(({ zone, from, minutes, days }): ZoneHours => ({
    zone,
    week: weekOf({ from, to: Math.min(1_440, from + minutes) }, days),
  }));

const plan = fc
  .record({
    start: fc.constantFrom(...STARTS),
    groups: fc.array(
      fc.record({
        recipients: fc.integer({ min: 0, max: 400 }),
        dueAfterMinutes: fc.constantFrom(0, 0, 1, 90, 180, 1_500),
        hours: fc.array(hours, { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    // Slots of a number of 4 to 0.02 parts a second.
    slotMs: fc.constantFrom(0, 260, 1_040, 17_333.334, 52_000),
    expiresAfterMinutes: fc.oneof(
      fc.integer({ min: -5, max: 60 }),
      fc.integer({ min: 60, max: 4 * 24 * 60 }),
    ),
  })
  .map(({ start, groups, slotMs, expiresAfterMinutes }) => {
    const startMs = Date.parse(start);
    return {
      groups: groups.map(({ dueAfterMinutes, ...group }): PacedGroup => ({
        ...group,
        dueAtMs: startMs + dueAfterMinutes * MINUTE_MS,
      })),
      options: { slotMs, expiresAtMs: startMs + expiresAfterMinutes * MINUTE_MS },
    };
  });

/** Returns a predicate of the open hours of a group, which open and close at whole minutes. */
function openAt(group: PacedGroup): (atMs: number) => boolean {
  const known = new Map<number, boolean>();
  return (atMs) => {
    const minute = Math.floor(atMs / MINUTE_MS);
    const open = known.get(minute) ?? group.hours.every((one) => isOpen(one, minute * MINUTE_MS));
    known.set(minute, open);
    return atMs >= group.dueAtMs && open;
  };
}

/** Simulates one text after the other, and minute by minute while all hours are closed. */
function simulate(
  groups: PacedGroup[],
  { slotMs, expiresAtMs }: { slotMs: number; expiresAtMs: number },
): Pace {
  const all = groups.map((group) => ({ ...group, reached: 0, isOpenAt: openAt(group) }));
  const pace: Pace = { reached: 0, firstAtMs: undefined, lastAtMs: undefined };
  let atMs = Math.min(...groups.map(({ dueAtMs }) => dueAtMs));
  while (atMs < expiresAtMs && all.some(({ recipients, reached }) => reached < recipients)) {
    const open = all.filter(({ recipients, reached, isOpenAt }) => reached < recipients && isOpenAt(atMs));
    const [next] = open.sort((a, b) => a.dueAtMs - b.dueAtMs || placeOfNext(a) - placeOfNext(b));
    if (!next) {
      atMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
      continue;
    }
    next.reached += 1;
    pace.reached += 1;
    pace.firstAtMs ??= atMs;
    pace.lastAtMs = atMs;
    atMs += slotMs;
  }
  return pace;
}

/** Tolerance, since the sum of slots differs a little from their product. */
const WITHIN_MS = 1;
const isAbout = (a: number | undefined, b: number | undefined) =>
  a === b || Math.abs((a ?? NaN) - (b ?? NaN)) < WITHIN_MS;

describe('the pace of a campaign (rules E4)', () => {
  it('is that of a simulation of one text after the other', () => {
    fc.assert(
      fc.property(plan, ({ groups, options }) => {
        const [planned, simulated] = [planPace(groups, options), simulate(groups, options)];
        expect(planned).toEqual({
          reached: simulated.reached,
          firstAtMs: simulated.firstAtMs,
          lastAtMs: isAbout(planned.lastAtMs, simulated.lastAtMs) ? planned.lastAtMs : simulated.lastAtMs,
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('the closing of hours (rules E4.4)', () => {
  it('is the first minute at which they are not open', () => {
    fc.assert(
      fc.property(
        fc.array(hours, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(...STARTS),
        fc.integer({ min: 0, max: 3 * 24 * 60 }),
        (all, start, minutes) => {
          const fromMs = Date.parse(start) + minutes * MINUTE_MS;
          const areOpen = (atMs: number) => all.every((one) => isOpen(one, atMs));
          fc.pre(areOpen(fromMs));
          let expected = fromMs;
          while (areOpen(expected) && expected - fromMs < 9 * DAY_MS) expected += MINUTE_MS;
          const closing = nextClosing(all, fromMs);
          expect(areOpen(expected) ? undefined : closing).toBe(areOpen(expected) ? undefined : expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});
