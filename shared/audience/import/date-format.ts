import { readDay } from '../../calendar/calendar-day';

/** Formats of days with slashes. */
export const DATE_FORMATS = ['mdy', 'dmy'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const WRITTEN_DATES: Readonly<Record<DateFormat, string>> = { mdy: 'MM/DD/YYYY', dmy: 'DD/MM/YYYY' };

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MONTHS = 12;
const MOST_DAYS = 31;

/**
 * Converts a day with slashes to `YYYY-MM-DD`.
 *
 * @returns `undefined` for any other text, and for a day that does not exist
 */
export function readSlashedDay(text: string, format: DateFormat): string | undefined {
  const [, first = '', second = '', year = ''] = SLASHED.exec(text.trim()) ?? [];
  const [month, day] = format === 'mdy' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readDay(date) === undefined ? undefined : date;
}

/**
 * Returns what a date tells about the format of its file: the first number of a `dayFirst` cannot be a month, and an
 * `ambiguous` date can be two days.
 */
export function formatShownBy(text: string): 'dayFirst' | 'ambiguous' | undefined {
  const [, first, second] = (SLASHED.exec(text.trim()) ?? []).map(Number);
  if (first === undefined || second === undefined || first < 1 || second < 1 || second > MONTHS)
    return undefined;
  if (first > MONTHS) return first > MOST_DAYS ? undefined : 'dayFirst';
  return first === second ? undefined : 'ambiguous';
}
