const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const shortDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

/** In the reader's own locale and time zone. */
export const formatDateTime = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? '–' : dateTime.format(new Date(iso));

export const formatDate = (iso: string | undefined): string =>
  iso === undefined ? '–' : date.format(new Date(iso));

/** Of a calendar day, `YYYY-MM-DD`, which has no time zone. */
export const formatDay = (day: string): string => shortDay.format(new Date(`${day}T12:00:00`));

/** Of a calendar day, `YYYY-MM-DD`, with its year. */
export const formatCalendarDate = (day: string | undefined): string =>
  day === undefined ? '–' : date.format(new Date(`${day}T12:00:00`));

export const formatTimeIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  );

/** Of a time on a wall clock, `YYYY-MM-DDThh:mm`, whichever zone the clock is in. */
export const formatWallClock = (localTime: string): string => dateTime.format(new Date(localTime));
