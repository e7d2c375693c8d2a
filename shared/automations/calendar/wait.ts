import { readTimeOfDay } from '../../calendar/time-of-day';
import { instantOf, startOfDay, wallAt } from '../../time-zones/wall-clock';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Length of a wait, and the time of day at which it ends. */
export type Wait = ({ minutes: number } | { hours: number } | { days: number }) & {
  /** Time of day, such as `10:00`, by the person's own clock. */
  at?: string | undefined;
};

/**
 * Returns when a wait is over. Minutes and hours are elapsed time. Days are days of the calendar, so that a clock change
 * in between leaves the time of day as it was: a time that daylight saving skips moves forward by the gap, and of one
 * that occurs twice the first counts.
 *
 * With `at`, a wait of days ends at that time on the day so many days later; a wait of minutes or hours at the first such
 * time after it.
 *
 * @param options.zone the person's own time zone, as `localZone` finds it
 * @param options.fromMs when the wait begins, epoch milliseconds
 * @returns epoch milliseconds, never before `fromMs`
 *
 * **Source:** rules E10.2.
 */
export function endOfWait(wait: Wait, { zone, fromMs }: { zone: string; fromMs: number }): number {
  if ('minutes' in wait) return firstAt(wait.at, { zone, earliestMs: fromMs + wait.minutes * MINUTE_MS });
  if ('hours' in wait) return firstAt(wait.at, { zone, earliestMs: fromMs + wait.hours * HOUR_MS });
  const wall = wallAt(zone, fromMs) + wait.days * DAY_MS;
  if (wait.at === undefined) return Math.max(instantOf(zone, wall), fromMs);
  return firstAt(wait.at, { zone, earliestMs: Math.max(instantOf(zone, startOfDay(wall)), fromMs) });
}

/** Returns the first moment, from one on, at which the clock shows a time of day; without one, that moment. */
function firstAt(at: string | undefined, { zone, earliestMs }: { zone: string; earliestMs: number }): number {
  if (at === undefined) return earliestMs;
  const minutes = readTimeOfDay(at) ?? 0;
  const midnight = startOfDay(wallAt(zone, earliestMs));
  // A time that the day before skips can have moved to this day.
  for (let day = -1; ; day++) {
    const atMs = instantOf(zone, midnight + day * DAY_MS + minutes * MINUTE_MS);
    if (atMs >= earliestMs) return atMs;
  }
}
