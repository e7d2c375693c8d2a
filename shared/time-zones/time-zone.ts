import data from './generated/time-zone-data';
import { offsetMinutesAt, readClock, type ZoneClock } from './zone-clock';

const MINUTE_MS = 60_000;

interface Zone {
  /** Name in IANA's spelling. */
  name: string;
  clock: () => ZoneClock;
}

// Read at the first use, because most functions need no zone.
let zones: ReadonlyMap<string, Zone> | undefined;

/** Returns the zones by their names in lower case: no two names of IANA differ only in case. */
function allZones(): ReadonlyMap<string, Zone> {
  zones ??= new Map(data.split('\n').slice(1).flatMap(zonesOfLine));
  return zones;
}

function zonesOfLine(line: string): Array<[string, Zone]> {
  const [names = '', ...rest] = line.split('|');
  let known: ZoneClock | undefined;
  const clock = () => (known ??= readClock(rest.join('|')));
  return names.split(' ').map((name) => [name.toLowerCase(), { name, clock }]);
}

/** Returns the release of IANA's time zones that the service uses, such as `2026f`. */
export const timeZoneRelease = (): string => data.slice(0, data.indexOf('\n'));

/**
 * Returns true for a name of IANA's time zones, including links such as `US/Eastern`, in any case. A bare offset has no
 * summer time, and is no time zone.
 */
export const isTimeZone = (name: string): boolean => allZones().has(name.toLowerCase());

/** Returns the zones for users to choose from: regions with cities, also under their former names, and UTC. */
export const timeZoneNames = (): string[] =>
  [...allZones().values()]
    .map(({ name }) => name)
    .filter((name) => name === 'UTC' || REGION.test(name))
    .sort();

const REGION = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

/**
 * Returns how far the clock of a zone is ahead of UTC at an instant, in milliseconds.
 *
 * @throws RangeError for a name that `isTimeZone` does not know
 */
export function offsetMsAt(zone: string, atMs: number): number {
  const known = allZones().get(zone.toLowerCase());
  if (known === undefined) throw new RangeError(`${zone} is no time zone of IANA's ${timeZoneRelease()}`);
  return offsetMinutesAt(known.clock(), atMs) * MINUTE_MS;
}
