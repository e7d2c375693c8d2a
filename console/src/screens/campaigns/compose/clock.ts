import { readDay, writeDay } from '../../../../../shared/calendar/calendar-day';
import { instantOfReader, readerTime } from '../../../format/reader-clock';

/** Content of the fields for a day and a time: `YYYY-MM-DD` and `HH:MM`. */
export interface Clock {
  date: string;
  time: string;
}

/** Returns true when a field for a time is filled in completely. */
export const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** Returns day and time of an instant on the user's clock. */
export function clockOf(instant: string): Clock {
  const [date = '', time = ''] = readerTime(instant).split('T');
  return { date, time };
}

/** Returns the next day of the user's clock, as `YYYY-MM-DD`. */
export function tomorrow(now = new Date()): string {
  const today = readDay(clockOf(now.toISOString()).date);
  return today === undefined ? '' : (writeDay(today + 1) ?? '');
}

/**
 * Returns the instant at which the user's clock shows a day and a time.
 *
 * @param stored the instant that the fields were filled from, which is kept while they are unchanged: fields have no
 *   seconds, and in autumn an hour occurs twice
 */
export function instantOf({ date, time }: Clock, stored: string | undefined): string {
  const before = stored === undefined ? undefined : clockOf(stored);
  if (stored !== undefined && before?.date === date && before.time === time) return stored;
  return instantOfReader(`${date}T${time}`);
}
