import { MAX_WAIT_DAYS } from '../../../limits';

export type Wait = { minutes: number } | { hours: number } | { days: number };

const DURATION =
  /^P(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?$/;
const MINUTES_A_DAY = 24 * 60;
const MAX_MINUTES = MAX_WAIT_DAYS * MINUTES_A_DAY;
const DAYS_OF = { years: 365, months: 30, weeks: 7 };

/**
 * Reads a duration of ISO 8601.
 *
 * @returns minutes, rounded up, and whether that is what the duration says: a month counts as 30 days and a year as 365;
 *   `undefined` for a text of another form
 */
export function readDuration(text: string): { minutes: number; isExact: boolean } | undefined {
  const parts = DURATION.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(
    (part: string | undefined) => Number(part ?? 0),
  );
  const allDays = years * DAYS_OF.years + months * DAYS_OF.months + weeks * DAYS_OF.weeks + days;
  return {
    minutes: allDays * MINUTES_A_DAY + hours * 60 + minutes + Math.ceil(seconds / 60),
    isExact: years === 0 && months === 0 && seconds % 60 === 0,
  };
}

/** Returns a wait in its largest whole unit, at most the longest that an automation has. */
export function waitOf(minutes: number): Wait {
  const kept = Math.min(minutes, MAX_MINUTES);
  if (kept % MINUTES_A_DAY === 0) return { days: kept / MINUTES_A_DAY };
  return kept % 60 === 0 ? { hours: kept / 60 } : { minutes: kept };
}

export const isTooLong = (minutes: number): boolean => minutes > MAX_MINUTES;

/** Returns days that a number of minutes reaches into, at least one and at most the most that an entry waits. */
export const daysOf = (minutes: number): number =>
  Math.min(MAX_WAIT_DAYS, Math.max(1, Math.ceil(minutes / MINUTES_A_DAY)));
