import { isOpen, nextOpening, weekOf } from '../../../../shared/calendar/hours';
import { instantOf } from '../../../../shared/time-zones/wall-clock';
import { offsetMsAt, timeZoneNames } from '../../../../shared/time-zones/time-zone';
import { seededRandom } from '../../../support/run/seeded-random';

/**
 * Step of an independent model, which reads clocks each quarter of an hour: since 1970 every change of a clock has been
 * at a quarter of an hour. `npm run test:time-zones` checks the clocks themselves against IANA's.
 */
const STEP_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const YEAR_START = Date.UTC(2026, 0, 1);
const STEPS_A_YEAR = (365 * DAY_MS) / STEP_MS;
const SEED = Number(process.env.SEED ?? 20_261_122);
const ZONES = timeZoneNames();

/** Returns the local time as if it were UTC. */
const readWall = (zone: string, atMs: number): number => atMs + offsetMsAt(zone, atMs);

/** Returns the days on which the clock of a zone changes in the year, by one look a day. */
function changeDays(zone: string): number[] {
  const days: number[] = [];
  let before = readWall(zone, YEAR_START) - YEAR_START;
  for (let atMs = YEAR_START; atMs < YEAR_START + 365 * DAY_MS; atMs += DAY_MS) {
    const offset = readWall(zone, atMs) - atMs;
    if (offset !== before) days.push(atMs - DAY_MS);
    before = offset;
  }
  return days;
}

/** Finds the instant of a local time by search: the first that shows it, else the jump over it and as far after it. */
function findInstant(zone: string, wall: number): number {
  let lastShown = -Infinity;
  for (let atMs = wall - DAY_MS; atMs <= wall + DAY_MS; atMs += STEP_MS) {
    const shown = readWall(zone, atMs);
    if (shown === wall) return atMs;
    // The clock jumped: it showed the time before the gap one step ago.
    const gapFrom = lastShown + STEP_MS;
    if (lastShown < wall && shown > wall && lastShown > -Infinity) return atMs + (wall - gapFrom);
    lastShown = shown;
  }
  throw new Error('No such time');
}

const random = seededRandom(SEED);
const below = (limit: number) => Math.floor(random() * limit);

describe('rules E4.3, E4.4: times by the clock of every zone, over a year', () => {
  it('are the first instant that shows the time, or as far behind a gap as the time was in it', () => {
    const wrong: string[] = [];
    for (const zone of ZONES) {
      const walls = [
        YEAR_START + below(STEPS_A_YEAR) * STEP_MS,
        ...changeDays(zone).flatMap((day) =>
          Array.from({ length: 6 }, () => day + below((2 * DAY_MS) / STEP_MS) * STEP_MS),
        ),
      ];
      for (const wall of walls) {
        if (instantOf(zone, wall) !== findInstant(zone, wall))
          wrong.push(`${zone} ${new Date(wall).toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('open at the first quarter of an hour within the hours', () => {
    const wrong: string[] = [];
    for (const zone of ZONES) {
      const starts = [YEAR_START + below(STEPS_A_YEAR) * STEP_MS, ...changeDays(zone)];
      for (const start of starts) {
        const from = below(95);
        const to = from + 1 + below(96 - from);
        const days = Array.from({ length: 1 + below(7) }, () => below(7));
        const hours = { zone, week: weekOf({ from: from * 15, to: to * 15 }, days) };
        const isWithin = (atMs: number) => {
          const wall = readWall(zone, atMs);
          const quarter = Math.floor((wall % DAY_MS) / STEP_MS);
          const weekday = (new Date(wall).getUTCDay() + 6) % 7;
          return days.includes(weekday) && quarter >= from && quarter < to;
        };
        let expected: number | undefined = start;
        while (expected !== undefined && !isWithin(expected)) {
          expected = expected < start + 9 * DAY_MS ? expected + STEP_MS : undefined;
        }
        const opening = nextOpening([hours], start);
        if (opening !== expected || isOpen(hours, start) !== isWithin(start)) {
          wrong.push(
            `${zone} ${new Date(start).toISOString()} ${from}-${to} on ${days.join()}: ${String(opening)}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
