import { isTimeZone, offsetMsAt } from '../time-zones/time-zone';

/**
 * Returns the calendar date at a moment, `YYYY-MM-DD`: in the first of the two zones that is an IANA name, else in UTC.
 *
 * @param options.timeZone the contact's `tz`
 * @param options.fallbackTimeZone the account's time zone
 *
 * **Source:** rules 2.7 (date helpers), 4.5.
 */
export function localDate(options: {
  now: Date;
  timeZone: string | undefined;
  fallbackTimeZone?: string | undefined;
}): string {
  const { now, timeZone, fallbackTimeZone } = options;
  const zone = [timeZone, fallbackTimeZone].find((name) => name !== undefined && isTimeZone(name));
  const wallMs = now.getTime() + offsetMsAt(zone ?? 'UTC', now.getTime());
  return new Date(wallMs).toISOString().slice(0, 10);
}

/** Formats `YYYY-MM-DD` as `MM/DD/YYYY`. **Source:** rules 2.7 (date helpers). */
export function formatDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/**
 * Moves a date by an offset such as `5d`, `-2w`, `+1m` or `10y`.
 *
 * The integer may have either sign, `+` as well as `-`: an author who writes `-5d` for the past will write `+5d` for
 * the future. Months and years end on the month's last day when the day does not exist there.
 *
 * @param options.date `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`; absent when the offset has another form or leaves the years 1 to 9999.
 *
 * **Source:** rules 2.7 (date helpers).
 */
export function offsetDate(options: { date: string; offset: string }): string | undefined {
  const { date, offset } = options;
  const match = /^([+-]?\d+)([dwmy])$/.exec(offset);
  if (match === null) return undefined;
  const amount = Number(match[1]);
  // This also keeps the arithmetic below exact: no offset beyond this stays within the calendar.
  if (Math.abs(amount) > DAYS_OF_CALENDAR) return undefined;

  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  switch (match[2]) {
    case 'd':
      return moveByDays({ year, month, day }, amount);
    case 'w':
      return moveByDays({ year, month, day }, amount * 7);
    case 'm':
      return moveByMonths({ year, month, day }, amount);
    default:
      return moveByMonths({ year, month, day }, amount * 12);
  }
}

interface CalendarDate {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const DAYS_OF_CALENDAR = 3_652_059;

function moveByDays({ year, month, day }: CalendarDate, days: number): string | undefined {
  return writeDate(utcDate({ year, month, day: day + days }));
}

function moveByMonths({ year, month, day }: CalendarDate, months: number): string | undefined {
  const daysOfMonth = utcDate({ year, month: month + months + 1, day: 0 }).getUTCDate();
  return writeDate(utcDate({ year, month: month + months, day: Math.min(day, daysOfMonth) }));
}

/**
 * Builds a date in UTC. Month and day may lie outside their range and carry over. `Date.UTC` would read the years 0 to
 * 99 as 1900 to 1999.
 */
function utcDate({ year, month, day }: CalendarDate): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function writeDate(date: Date): string | undefined {
  const year = date.getUTCFullYear();
  // The condition is written so that a date out of the range of `Date` (not a number) is out of the calendar as well.
  if (!(year >= 1 && year <= 9999)) return undefined;
  return date.toISOString().slice(0, 10);
}
