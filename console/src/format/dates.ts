import { isTimeZone } from '../../../shared/time-zones/time-zone';
import { READER_ZONE, timeIn } from './reader-clock';

// Formats wall-clock times, which the browser takes for UTC.
const dateTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a time in the user's own locale and time zone. */
export const formatDateTime = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? '–' : formatTimeIn(iso, READER_ZONE);

export const formatDate = (iso: string | undefined): string =>
  iso === undefined ? '–' : date.format(Date.parse(`${timeIn(READER_ZONE, iso)}Z`));

/** Formats a calendar day, `YYYY-MM-DD`, which has no time zone. */
export const formatDay = (day: string): string => shortDay.format(Date.parse(day));

/** Formats a calendar day, `YYYY-MM-DD`, with its year. */
export const formatCalendarDate = (day: string | undefined): string =>
  day === undefined ? '–' : date.format(Date.parse(day));

/** Formats a time by the clock of a zone; an unknown zone has no time. */
export const formatTimeIn = (iso: string, timeZone: string): string =>
  isTimeZone(timeZone) ? formatWallClock(timeIn(timeZone, iso)) : '–';

/** Formats a wall-clock time, `YYYY-MM-DDThh:mm`, of any zone. */
export const formatWallClock = (localTime: string): string => dateTime.format(Date.parse(`${localTime}Z`));
