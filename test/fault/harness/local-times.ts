import { DateTime, IANAZone } from 'luxon';

const HOUR_MS = 60 * 60_000;

/** Returns the local time in a zone: `2026-03-08T03:30`. */
export const wallTextAt = (zone: string, atMs: number) =>
  new Date(atMs + IANAZone.create(zone).offset(atMs) * 60_000)
    .toISOString()
    .slice(0, 'YYYY-MM-DDThh:mm'.length);

/**
 * Returns the moment at which clocks of a zone show a time, epoch milliseconds. One that is skipped comes by the gap
 * later; of one that comes twice the first counts.
 */
export function momentOf(zone: string, wallText: string): number {
  const atMs = DateTime.fromISO(wallText, { zone }).toMillis();
  return wallTextAt(zone, atMs - HOUR_MS) === wallText ? atMs - HOUR_MS : atMs;
}
