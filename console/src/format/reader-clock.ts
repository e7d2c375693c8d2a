import { isTimeZone } from '../../../shared/time-zones/time-zone';
import { instantOf, wallAt } from '../../../shared/time-zones/wall-clock';

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zone of the user's computer; UTC if the browser does not know it. */
export const READER_ZONE = isTimeZone(own) ? own : 'UTC';

/**
 * Returns the time on the user's clock, `YYYY-MM-DDThh:mm`. Uses the time zones of the service instead of those of the
 * browser, which can be years older, because the service sends what is planned here.
 */
export const readerTime = (iso: string): string => timeIn(READER_ZONE, iso);

/** Returns the time on the clock of a zone, `YYYY-MM-DDThh:mm`. */
export const timeIn = (zone: string, iso: string): string =>
  new Date(wallAt(zone, Date.parse(iso))).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);

/** Returns the instant at which the user's clock shows a time, `YYYY-MM-DDThh:mm`. */
export const instantOfReader = (localTime: string): string =>
  new Date(instantOf(READER_ZONE, Date.parse(`${localTime}Z`))).toISOString();
