const MS_A_DAY = 86_400_000;
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns true for a text of the form `YYYY-MM-DD`, even when there is no such day. */
export const hasFormOfDay = (text: string): boolean => DAY_PATTERN.test(text);

/** Day as a number: days since 1970-01-01. */
export type EpochDay = number;

/**
 * Reads a day of the form `YYYY-MM-DD`.
 *
 * @returns `undefined` for a text that is not a day of the calendar in that form
 */
export function readDay(text: string): EpochDay | undefined {
  const [, year, month, day] = DAY_PATTERN.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / MS_A_DAY : undefined;
}

/**
 * Writes a day in the form `YYYY-MM-DD`.
 *
 * @returns `undefined` for a day outside the years 0 to 9999, which the form cannot express
 */
export function writeDay(day: EpochDay): string | undefined {
  const text = new Date(day * MS_A_DAY).toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : undefined;
}

/**
 * Returns true when a day is the anniversary of another. The anniversary of 29 February is 28 February in years without
 * that day.
 *
 * **Source:** rules E3.
 */
export const isAnniversary = (of: EpochDay, on: EpochDay): boolean =>
  anniversaryIn(new Date(on * MS_A_DAY).getUTCFullYear(), of) === on;

/** Returns the first anniversary of a day that is not before another day, as `isAnniversary` has it. */
export function nextAnniversary(of: EpochDay, from: EpochDay): EpochDay {
  const year = new Date(from * MS_A_DAY).getUTCFullYear();
  const inYear = anniversaryIn(year, of);
  return inYear >= from ? inYear : anniversaryIn(year + 1, of);
}

/** Returns the anniversary of a day in a year, as `isAnniversary` has it. */
export function anniversaryIn(year: number, of: EpochDay): EpochDay {
  const first = new Date(of * MS_A_DAY);
  return dayOfMonth({ year, month: first.getUTCMonth(), day: first.getUTCDate() });
}

/**
 * Returns a day of a month by its number; in a month that is too short for it, the last day.
 *
 * @param options.month 0 to 11; months beyond count on into other years
 */
export function dayOfMonth({ year, month, day }: { year: number; month: number; day: number }): EpochDay {
  const [first, next] = [firstOfMonth(year, month), firstOfMonth(year, month + 1)];
  return Math.min(first + day, next) - 1;
}

function firstOfMonth(year: number, month: number): EpochDay {
  const date = new Date(0);
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month, 1);
  return date.getTime() / MS_A_DAY;
}
