import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  changesOfYear,
  type ClockChange,
  CLOCKS_FROM_MS,
  offsetMinutesAt,
  readClock,
  writeClock,
  type YearlyChange,
  type ZoneClock,
} from '../../shared/time-zones/zone-clock';
import { writeTextModule } from './write-generated';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS_A_WEEK = 7;
/** Period after which every calendar has occurred, in years. */
const CALENDAR_YEARS = 28;
/** End of the years that are read. The data go on to 2499, but the yearly changes are known long before. */
const UNTIL_MS = Date.UTC(2060, 0, 1);
/**
 * Distances, in days, of the day that a rule names from the day on which the clock changes: "after the last Thursday".
 */
const DAYS_BESIDE = [0, 1, -1, 2, -2, 3, -3, 4, 5, 6];

/** The part of moment-timezone that is used: its data. Offsets are minutes behind UTC. */
interface MomentTimeZone {
  dataVersion: string;
  names(): string[];
  zone(name: string): { untils: number[]; offsets: number[] };
}

/**
 * Writes the time zones of IANA's release that package-lock.json pins, as `shared/time-zones` reads them: a line with
 * the release, then one for each clock, with the names of the zones that keep it.
 */
export function generateTimeZones(root: string): void {
  const { tz } = createRequire(import.meta.url)('moment-timezone') as { tz: MomentTimeZone };
  const namesByClock = new Map<string, string[]>();
  for (const name of tz.names().sort()) {
    const clock = writeClock(clockOf(name, tz.zone(name)));
    namesByClock.set(clock, [...(namesByClock.get(clock) ?? []), name]);
  }
  const lines = [...namesByClock].map(([clock, names]) => `${names.join(' ')}|${clock}`);
  const text = [tz.dataVersion, ...lines].join('\n');
  writeTextModule(join(root, 'shared/time-zones/generated/time-zone-data'), text);
}

function clockOf(name: string, data: ReturnType<MomentTimeZone['zone']>): ZoneClock {
  const { offsetMinutes, changes } = changesOf(data);
  const yearly = findYearly(changes);
  const clock = { offsetMinutes, changes: changes.slice(0, listedOf(changes, yearly)), yearly };
  checkClock(name, { read: readClock(writeClock(clock)), offsetMinutes, changes });
  return clock;
}

/**
 * Returns the changes of the offset alone: the name of the time, or its being summer time, may change by themselves.
 */
function changesOf({ untils, offsets }: ReturnType<MomentTimeZone['zone']>) {
  const first = untils.findIndex((untilMs) => untilMs > CLOCKS_FROM_MS);
  const offsetMinutes = aheadOfUtc(offsets[first]);
  const changes: ClockChange[] = [];
  for (let index = first; (untils[index] ?? Infinity) < UNTIL_MS; index++) {
    const change = { atMs: untils[index] ?? Infinity, offsetMinutes: aheadOfUtc(offsets[index + 1]) };
    if (change.offsetMinutes !== (changes.at(-1)?.offsetMinutes ?? offsetMinutes)) changes.push(change);
  }
  return { offsetMinutes, changes };
}

const aheadOfUtc = (behindUtc = 0) => (behindUtc === 0 ? 0 : -behindUtc);

/** Returns the two changes that the last years of the data have in common; none where the clock no longer changes. */
function findYearly(changes: ClockChange[]): YearlyChange[] {
  const lastYears = changes.slice(-2 * CALENDAR_YEARS);
  const years = lastYears.map(({ atMs }) => new Date(atMs).getUTCFullYear());
  if (years.length < 2 * CALENDAR_YEARS || (years.at(-1) ?? 0) - (years[0] ?? 0) !== CALENDAR_YEARS - 1)
    return [];
  return [0, 1].flatMap((turn) => {
    const before = lastYears[1 - turn]?.offsetMinutes ?? 0;
    return findRule(
      lastYears.filter((_, index) => index % 2 === turn),
      before,
    );
  });
}

function findRule(yearly: ClockChange[], offsetBefore: number): YearlyChange[] {
  const walls = yearly.map(({ atMs }) => atMs + offsetBefore * MINUTE_MS);
  for (const daysBeside of DAYS_BESIDE) {
    const days = walls.map((wall) => new Date(Math.floor(wall / DAY_MS - daysBeside) * DAY_MS));
    const [month, ...otherMonths] = new Set(days.map((day) => day.getUTCMonth() + 1));
    const [weekday, ...otherWeekdays] = new Set(days.map((day) => day.getUTCDay()));
    const [minutes, ...otherMinutes] = new Set(
      walls.map((wall, index) => (wall - (days[index]?.getTime() ?? 0)) / MINUTE_MS),
    );
    const week = weekOf(days);
    if (month === undefined || weekday === undefined || minutes === undefined || week === undefined) continue;
    if (otherMonths.length + otherWeekdays.length + otherMinutes.length > 0) continue;
    return [{ month, week, weekday, minutes, offsetMinutes: yearly[0]?.offsetMinutes ?? 0 }];
  }
  return [];
}

/** Returns which of its weekday in the month all of these days are: the first to the fourth, or 5 for the last. */
function weekOf(days: Date[]): number | undefined {
  const [week, ...others] = new Set(days.map((day) => Math.ceil(day.getUTCDate() / DAYS_A_WEEK)));
  if (others.length === 0) return week;
  const isLast = (day: Date) =>
    new Date(day.getTime() + DAYS_A_WEEK * DAY_MS).getUTCMonth() !== day.getUTCMonth();
  return days.every(isLast) ? 5 : undefined;
}

/** Counts the changes to list: those up to the last one that the yearly changes alone would get wrong. */
function listedOf(changes: ClockChange[], yearly: readonly YearlyChange[]): number {
  const made = madeBy(yearly);
  let listed = changes.length;
  while (listed > 0 && isSame(changes[listed - 1], made[made.length - 1 - (changes.length - listed)]))
    listed -= 1;
  const nextMade = made[made.length - 1 - (changes.length - listed)];
  // A yearly change that the data leave out in one year.
  const isLeftOut = nextMade !== undefined && nextMade.atMs > (changes[listed - 1]?.atMs ?? -Infinity);
  return isLeftOut ? listed + 1 : listed;
}

const isSame = (a: ClockChange | undefined, b: ClockChange | undefined) =>
  a?.atMs === b?.atMs && a?.offsetMinutes === b?.offsetMinutes;

/** Returns the changes that the yearly ones would make in all years of the data. */
function madeBy(yearly: readonly YearlyChange[]): ClockChange[] {
  const [first, last] = [CLOCKS_FROM_MS, UNTIL_MS].map((atMs) => new Date(atMs).getUTCFullYear());
  const years = Array.from({ length: (last ?? 0) - (first ?? 0) }, (_, index) => (first ?? 0) + index);
  return years.flatMap((year) => changesOfYear(yearly, year));
}

/**
 * Compares the clock, as it is read, with moment-timezone at each of its changes and of those that would come yearly.
 */
function checkClock(
  name: string,
  { read, offsetMinutes, changes }: { read: ZoneClock; offsetMinutes: number; changes: ClockChange[] },
): void {
  for (const { atMs } of [...changes, ...madeBy(read.yearly)]) {
    for (const instant of [atMs - 1, atMs]) {
      const expected = changes.findLast((change) => change.atMs <= instant)?.offsetMinutes ?? offsetMinutes;
      if (offsetMinutesAt(read, instant) !== expected)
        throw new Error(`The clock of ${name} is read wrongly at ${new Date(instant).toISOString()}`);
    }
  }
}
