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

const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');
const MONTH_FIRST = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i;

/**
 * Converts a day with the English name of its month, such as `Dec 9, 1961` or `9 December 1961`, to `YYYY-MM-DD`.
 *
 * @returns `undefined` for any other text, and for a day that does not exist
 */
export function readNamedDay(text: string): string | undefined {
  const [, name, day, year] = MONTH_FIRST.exec(text.trim()) ?? reorder(DAY_FIRST.exec(text.trim()));
  if (name === undefined || day === undefined) return undefined;
  const word = name.toLowerCase();
  const month = MONTH_NAMES.findIndex((full) => [full, full.slice(0, 3), full.slice(0, 4)].includes(word));
  const date = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readDay(date) === undefined ? undefined : date;
}

const reorder = (found: RegExpExecArray | null): (string | undefined)[] =>
  found === null ? [] : [found[0], found[2], found[1], found[3]];

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
