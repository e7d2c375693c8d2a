import { changeBetween, startOfDay, type WallMs, wallAt, weekdayOf } from '../time-zones/wall-clock';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Part of a day by a wall clock, in minutes from midnight; `to` is not included. */
export interface DayHours {
  from: number;
  to: number;
}

/** Hours of each day of a week, Monday first; `undefined`: closed. */
export type WeekHours = ReadonlyArray<DayHours | undefined>;

/** Builds a week with the same hours on each of the days; Monday is 0. */
export function weekOf(hours: DayHours, days: readonly number[] = [0, 1, 2, 3, 4, 5, 6]): WeekHours {
  return Array.from({ length: 7 }, (_, day) => (days.includes(day) ? hours : undefined));
}

/** Returns the hours that are open in both weeks. */
export function intersect(a: WeekHours, b: WeekHours): WeekHours {
  return a.map((hours, day) => {
    const others = b[day];
    if (!hours || !others) return undefined;
    const both = { from: Math.max(hours.from, others.from), to: Math.min(hours.to, others.to) };
    return both.from < both.to ? both : undefined;
  });
}

/** Hours by the wall clock of a zone. */
export interface ZoneHours {
  zone: string;
  week: WeekHours;
}

export function isOpen({ zone, week }: ZoneHours, atMs: number): boolean {
  const wall = wallAt(zone, atMs);
  const hours = week[weekdayOf(wall)];
  const minute = (wall - startOfDay(wall)) / MINUTE_MS;
  return hours !== undefined && minute >= hours.from && minute < hours.to;
}

/** Days that are searched: a week from any day on, and one more on either side. */
const DAYS_AHEAD = 9;

/**
 * Returns the first instant, from one on, at which the hours are open.
 *
 * @returns `undefined` when they never open
 */
function nextOpeningOf(hours: ZoneHours, fromMs: number): number | undefined {
  if (isOpen(hours, fromMs)) return fromMs;
  const today = startOfDay(wallAt(hours.zone, fromMs));
  for (let day = 0; day < DAYS_AHEAD; day++) {
    const opening = openingOnDay(hours, { midnight: today + day * DAY_MS, fromMs });
    if (opening !== undefined) return opening;
  }
  return undefined;
}

/** Returns the opening on a day: when the wall clock shows the hour, or when a clock change moves it past the hour. */
function openingOnDay(
  hours: ZoneHours,
  { midnight, fromMs }: { midnight: WallMs; fromMs: number },
): number | undefined {
  const { zone, week } = hours;
  const day = week[weekdayOf(midnight)];
  if (!day) return undefined;
  const wall = midnight + day.from * MINUTE_MS;
  // The day by UTC, and a day more on either side than any zone can be off.
  const change = changeBetween(zone, midnight - DAY_MS, midnight + 2 * DAY_MS);
  const offsets = [midnight - DAY_MS, midnight + 2 * DAY_MS].map((atMs) => wallAt(zone, atMs) - atMs);
  const candidates = [...offsets.map((offset) => wall - offset), ...(change === undefined ? [] : [change])];
  const isOnDay = (atMs: number) => startOfDay(wallAt(zone, atMs)) === midnight;
  const openings = candidates.filter((atMs) => atMs > fromMs && isOnDay(atMs) && isOpen(hours, atMs));
  return openings.length > 0 ? Math.min(...openings) : undefined;
}

/** Returns true when all of them are open. */
export const areOpen = (all: readonly ZoneHours[], atMs: number) => all.every((hours) => isOpen(hours, atMs));

/**
 * Most steps of the search. Hours of several zones can overlap for only a few minutes of a week; each step skips a time
 * that is closed in one of them.
 */
const MOST_STEPS = 200;
const LONGEST_SEARCH_MS = 15 * DAY_MS;

/**
 * Returns the first instant, from one on, at which all of them are open.
 *
 * @returns `undefined` when they have no time in common
 */
export function nextOpening(all: readonly ZoneHours[], fromMs: number): number | undefined {
  let atMs = fromMs;
  for (let step = 0; step < MOST_STEPS && atMs - fromMs <= LONGEST_SEARCH_MS; step++) {
    const closed = all.find((hours) => !isOpen(hours, atMs));
    if (!closed) return atMs;
    const opening = nextOpeningOf(closed, atMs);
    if (opening === undefined) return undefined;
    atMs = opening;
  }
  return undefined;
}

/**
 * Returns the first instant after one at which not all of them are open.
 *
 * @param fromMs when all of them are open
 * @returns `undefined` when they are open for at least two weeks
 */
export function nextClosing(all: readonly ZoneHours[], fromMs: number): number | undefined {
  const closings = all.flatMap((hours) => nextClosingOf(hours, fromMs) ?? []);
  return closings.length > 0 ? Math.min(...closings) : undefined;
}

function nextClosingOf(hours: ZoneHours, fromMs: number): number | undefined {
  const { zone, week } = hours;
  let atMs = fromMs;
  while (atMs - fromMs <= LONGEST_SEARCH_MS) {
    const wall = wallAt(zone, atMs);
    const day = week[weekdayOf(wall)];
    const endMs = atMs + startOfDay(wall) + (day?.to ?? 0) * MINUTE_MS - wall;
    // A clock change can skip the end, or come before it.
    atMs = changeBetween(zone, atMs, endMs) ?? endMs;
    if (!isOpen(hours, atMs)) return atMs;
  }
  return undefined;
}
