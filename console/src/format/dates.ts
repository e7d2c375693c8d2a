import { isTimeZone } from '../../../shared/time-zones/time-zone';
import { isForeignZone, readerTime, shownZone, timeIn } from './reader-clock';

// Formats wall-clock times, which the browser takes for UTC.
const dateTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/**
 * Formats a time in the user's own locale and in the account's time zone, which is named where it is not the user's
 * own.
 */
export function formatDateTime(iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return '–';
  const time = formatWallClock(readerTime(iso));
  return isForeignZone() ? `${time} ${nameOfZone(shownZone(), iso)}` : time;
}

/** Returns the short name of a zone at a time, such as CST; its id when the browser does not know the zone. */
function nameOfZone(timeZone: string, iso: string): string {
  try {
    const parts = new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: 'short' }).formatToParts(
      Date.parse(iso),
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  } catch {
    return timeZone;
  }
}

/** Returns the last midnight of UTC, at which the service begins its days. */
export const startOfUtcDay = (now: Date): string =>
  `${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}T00:00:00.000Z`;

export const formatDate = (iso: string | undefined): string =>
  iso === undefined ? '–' : date.format(Date.parse(`${readerTime(iso)}Z`));

/** Formats a calendar day, `YYYY-MM-DD`, which has no time zone. */
export const formatDay = (day: string): string => shortDay.format(Date.parse(day));

/** Formats a month, `YYYY-MM`, which has no time zone; the text itself when it is none. */
export const formatMonth = (text: string): string => {
  const firstDayMs = Date.parse(`${text}-01`);
  return Number.isNaN(firstDayMs) ? text : month.format(firstDayMs);
};

/** Formats a calendar day, `YYYY-MM-DD`, with its year. */
export const formatCalendarDate = (day: string | undefined): string =>
  day === undefined ? '–' : date.format(Date.parse(day));

/** Formats a time by the clock of a zone; an unknown zone has no time. */
export const formatTimeIn = (iso: string, timeZone: string): string =>
  isTimeZone(timeZone) ? formatWallClock(timeIn(timeZone, iso)) : '–';

/** Formats a wall-clock time, `YYYY-MM-DDThh:mm`, of any zone. */
export const formatWallClock = (localTime: string): string => dateTime.format(Date.parse(`${localTime}Z`));

/** Formats the time of day of a time, by the same clock as `formatDateTime`. */
export const formatTimeOfDay = (iso: string): string => timeOfDay.format(Date.parse(`${readerTime(iso)}Z`));

/** Returns the calendar day of a time, `YYYY-MM-DD`, by the same clock as `formatDateTime`. */
export const dayOf = (iso: string): string => readerTime(iso).slice(0, 'YYYY-MM-DD'.length);

/** Formats a calendar day, `YYYY-MM-DD`, with its weekday. */
export const formatFullDay = (day: string): string => weekday.format(Date.parse(day));
