import { readDay } from './calendar-day';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** ISO texts of times between these have the same length and sort like the times. */
const EARLIEST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an ISO 8601 time with its zone.
 *
 * @returns epoch milliseconds; `undefined` for text that is not such a time: without a zone, on a day that does not
 *   exist, or in UTC outside the years 0 to 9999
 */
export function readInstant(text: string): number | undefined {
  const [, day = ''] = INSTANT.exec(text) ?? [];
  // `Date` reads 31 February as 3 March.
  if (readDay(day) === undefined) return undefined;
  const atMs = Date.parse(text);
  return atMs >= EARLIEST_MS && atMs <= LATEST_MS ? atMs : undefined;
}

/** Reads a time like `readInstant`, or a day, which stands for its beginning in UTC. */
export function readInstantOrDay(text: string): number | undefined {
  return readDay(text) === undefined ? readInstant(text) : Date.parse(text);
}
