import { DATE_FORMATS, type DateFormat, formatShownBy, readSlashedDay } from '../date-format';

/** Dates with slashes of one column: those that can be read in both ways, and those of one format only. */
type SlashedDates = Record<DateFormat | 'ambiguous', number>;

/** Dates with slashes by the field that they fill. */
export type SlashedDatesByField = Map<string, SlashedDates>;

/** Counts a date with slashes. A day that does not exist, such as 02/30, shows no format. */
export function noteSlashedDate(
  dates: SlashedDatesByField,
  { field, text }: { field: string; text: string },
): void {
  const kind =
    formatShownBy(text) === 'ambiguous'
      ? 'ambiguous'
      : onlyOf(DATE_FORMATS.filter((format) => readSlashedDay(text, format) !== undefined));
  if (kind === undefined) return;
  const counts = dates.get(field) ?? { ambiguous: 0, mdy: 0, dmy: 0 };
  counts[kind] += 1;
  dates.set(field, counts);
}

const onlyOf = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/**
 * Counts the dates that can be read in both ways, without those of a column whose other dates all have the format in
 * which the file is read: they show that it is right.
 */
export function countDoubtful(dates: SlashedDatesByField, readAs: DateFormat): number {
  const other = readAs === 'mdy' ? 'dmy' : 'mdy';
  return [...dates.values()]
    .filter((counts) => counts[readAs] === 0 || counts[other] > 0)
    .reduce((sum, { ambiguous }) => sum + ambiguous, 0);
}
