import { offsetMsAt } from './time-zone';

const DAY_MS = 24 * 60 * 60_000;
/** No zone changes its clock twice within a day, nor by more than a day. */
const BESIDE_A_CHANGE_MS = DAY_MS;

/** What a clock on a wall shows, as if it were UTC: epoch milliseconds of the same date and time in UTC. */
export type WallMs = number;

export const wallAt = (zone: string, atMs: number): WallMs => atMs + offsetMsAt(zone, atMs);

/**
 * The instant at which the wall clock of a zone shows a date and time. A time that daylight saving skips moves forward by
 * the gap; of one that comes twice the first counts.
 *
 * **Source:** rules E4.3.
 */
export function instantOf(zone: string, wall: WallMs): number {
  const before = wall - offsetMsAt(zone, wall - BESIDE_A_CHANGE_MS);
  const after = wall - offsetMsAt(zone, wall + BESIDE_A_CHANGE_MS);
  const shown = [before, after].filter((atMs) => wallAt(zone, atMs) === wall);
  // In a gap the offset before it still holds: the wall then shows the time later by the gap.
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** The instant at which the clock of a zone changes between two instants; `undefined` when it does not. */
export function changeBetween(zone: string, fromMs: number, toMs: number): number | undefined {
  const first = offsetMsAt(zone, fromMs);
  if (offsetMsAt(zone, toMs) === first) return undefined;
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMsAt(zone, middle) === first) low = middle;
    else high = middle;
  }
  return high;
}

/** Midnight of the day that a wall shows. */
export const startOfDay = (wall: WallMs): WallMs => Math.floor(wall / DAY_MS) * DAY_MS;

/** Monday is 0. 1 January 1970 was a Thursday. */
export const weekdayOf = (wall: WallMs): number => (((Math.floor(wall / DAY_MS) + 3) % 7) + 7) % 7;
