import { isTimeZone } from '../../../shared/time-zones/time-zone';
import { instantOf, wallAt } from '../../../shared/time-zones/wall-clock';

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zone of the user's computer; UTC if the browser does not know it. */
export const READER_ZONE = isTimeZone(own) ? own : 'UTC';

let zone = READER_ZONE;

/** Sets the zone in which times are shown and typed: that of the account, else that of the user's computer. */
export function showZone(timeZone: string | undefined): void {
  zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : READER_ZONE;
}

/** Returns the zone in which times are shown and typed. */
export const shownZone = (): string => zone;

/** Returns true when times are shown in another zone than that of the user's computer, and so need its name. */
export const isForeignZone = (): boolean => zone !== READER_ZONE;

/** Returns words for the clock by which times are typed, such as “in America/Chicago”. */
export const byWhichClock = (): string => (isForeignZone() ? `in ${zone}` : 'by your clock');

/**
 * Returns the time on the shown clock, `YYYY-MM-DDThh:mm`. Uses the time zones of the service instead of those of the
 * browser, which can be years older, because the service sends what is planned here.
 */
export const readerTime = (iso: string): string => timeIn(zone, iso);

/** Returns the time on the clock of a zone, `YYYY-MM-DDThh:mm`. */
export const timeIn = (timeZone: string, iso: string): string =>
  new Date(wallAt(timeZone, Date.parse(iso))).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);

/** Returns the instant at which the shown clock shows a time, `YYYY-MM-DDThh:mm`. */
export const instantOfReader = (localTime: string): string =>
  new Date(instantOf(zone, Date.parse(`${localTime}Z`))).toISOString();
