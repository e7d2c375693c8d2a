import { isTimeZone } from '../../../shared/time-zones/time-zone';
import { instantOf, wallAt } from '../../../shared/time-zones/wall-clock';

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of the reader's computer, which a browser that cannot tell takes for UTC. */
export const READER_ZONE = isTimeZone(own) ? own : 'UTC';

/**
 * The time on the reader's clock, `YYYY-MM-DDThh:mm`. It goes by the service's time zones, not by those of the browser, which
 * can be years older: what is planned here is sent by the service.
 */
export const readerTime = (iso: string): string => timeIn(READER_ZONE, iso);

/** The time on the clock of a zone, `YYYY-MM-DDThh:mm`. */
export const timeIn = (zone: string, iso: string): string =>
  new Date(wallAt(zone, Date.parse(iso))).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);

/** The instant at which the reader's clock shows a time, `YYYY-MM-DDThh:mm`. */
export const instantOfReader = (localTime: string): string =>
  new Date(instantOf(READER_ZONE, Date.parse(`${localTime}Z`))).toISOString();
