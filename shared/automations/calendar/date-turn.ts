import { anniversaryIn, readDay } from '../../calendar/calendar-day';
import { readTimeOfDay } from '../../calendar/time-of-day';
import { instantOf, wallAt } from '../../time-zones/wall-clock';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Years on either side whose anniversaries an offset can move to a moment. */
const YEARS_AROUND = 2;

/** Times of a date trigger: so many days before or after an anniversary, at a time of day. */
interface DateTimes {
  /** -365 to 365; negative is before the anniversary. */
  offsetDays: number;
  /** Time of day, such as `10:00`, by the person's own clock. */
  at: string;
}

/** Moment at which a date trigger enters a person. */
interface DateTurn {
  atMs: number;
  /**
   * Year of the anniversary: the person enters once for each. An offset can move the turn to the year before or after
   * it.
   */
  year: number;
}

/**
 * Returns the first turn of a person, from a moment on. The year of the date itself plays no part: like
 * `anniversaryInDays`, a trigger takes a date that lies ahead for one that comes round every year.
 *
 * @param person.date day of the form `YYYY-MM-DD`
 * @param person.zone the person's own time zone, as `localZone` finds it
 * @param fromMs epoch milliseconds, included
 * @returns `undefined` when the date is not a day of the calendar
 *
 * **Source:** rules E10.2.
 */
export function nextDateTurn(
  times: DateTimes,
  person: { date: string; zone: string },
  fromMs: number,
): DateTurn | undefined {
  const date = readDay(person.date);
  if (date === undefined) return undefined;
  const thisYear = new Date(wallAt(person.zone, fromMs)).getUTCFullYear();
  const minutes = readTimeOfDay(times.at) ?? 0;
  for (let year = thisYear - YEARS_AROUND; year <= thisYear + YEARS_AROUND; year++) {
    const wall = (anniversaryIn(year, date) + times.offsetDays) * DAY_MS + minutes * MINUTE_MS;
    const atMs = instantOf(person.zone, wall);
    if (atMs >= fromMs) return { atMs, year };
  }
  return undefined;
}
