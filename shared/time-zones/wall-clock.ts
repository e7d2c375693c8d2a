import { offsetMsAt } from './time-zone';

const DAY_MS = 24 * 60 * 60_000;
/** Distance from a change of a clock: no zone changes its clock twice within a day, or by more than a day. */
const BESIDE_A_CHANGE_MS = DAY_MS;

/** Time on the wall clock of a zone, written as if it were UTC: epoch milliseconds of the same date and time in UTC. */
export type WallMs = number;

export const wallAt = (zone: string, atMs: number): WallMs => atMs + offsetMsAt(zone, atMs);

/** Returns the day of an instant on the wall clock of a zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, atMs: number): string =>
  new Date(wallAt(zone, atMs)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/**
 * Returns the instant at which the wall clock of a zone shows a date and time. A time that daylight saving skips moves
 * forward by the gap; of a time that occurs twice, the first one counts.
 *
 * **Source:** rules E4.3.
 */
export function instantOf(zone: string, wall: WallMs): number {
  const before = wall - offsetMsAt(zone, wall - BESIDE_A_CHANGE_MS);
  const after = wall - offsetMsAt(zone, wall + BESIDE_A_CHANGE_MS);
  const shown = [before, after].filter((atMs) => wallAt(zone, atMs) === wall);
  // In a gap the offset before it still applies: the wall then shows the time later by the gap.
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** Returns the instant at which the clock of a zone changes between two instants; `undefined` when it does not. */
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

/** Returns midnight of the day of a wall-clock time. */
export const startOfDay = (wall: WallMs): WallMs => Math.floor(wall / DAY_MS) * DAY_MS;

/** Returns the day of the week; Monday is 0. 1 January 1970 was a Thursday. */
export const weekdayOf = (wall: WallMs): number => (((Math.floor(wall / DAY_MS) + 3) % 7) + 7) % 7;
