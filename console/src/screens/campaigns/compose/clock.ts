import { instantOfReader, readerTime } from '../../../format/reader-clock';

/** What fields for a day and a time show: `YYYY-MM-DD` and `HH:MM`. */
export interface Clock {
  date: string;
  time: string;
}

/** Whether a field for a time is filled in to its end. */
export const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);

/** The reader's clock at an instant. */
export function clockOf(instant: string): Clock {
  const [date = '', time = ''] = readerTime(instant).split('T');
  return { date, time };
}

/**
 * The instant at which the reader's clock shows a day and a time.
 *
 * @param stored the instant that the fields were filled from; it stays as it is while they show the same: fields have no
 *   seconds, and in autumn an hour comes twice
 */
export function instantOf({ date, time }: Clock, stored: string | undefined): string {
  const before = stored === undefined ? undefined : clockOf(stored);
  if (stored !== undefined && before?.date === date && before.time === time) return stored;
  return instantOfReader(`${date}T${time}`);
}
