import { isTimeZone } from '../../../time-zones/time-zone';
import type { DateFormat } from '../date-format';
import type { ColumnMapping } from '../import-columns';
import { countDoubtful, type SlashedDatesByField } from './doubtful-dates';

/**
 * Properties of a file that reject no row, but that its owner should know. They are collected while the file is read.
 */
export interface Notices {
  /** True when a date has a number above 12 in first place. */
  hasDayFirst: boolean;
  slashedDates: SlashedDatesByField;
  unknownTimeZones: { count: number; example: string };
  /** Rows with a state that neither the United States nor Canada has. */
  unknownStates: { count: number; firstRow: number };
  /** Names that several columns share; the first of them is read. */
  repeatedColumns: Set<string>;
  /** Number of cells with a JSON list, by column. */
  jsonLists: Map<string, number>;
  /** Columns of `mapping` that the file has. */
  mappedColumns: Set<string>;
}

export const newNotices = (): Notices => ({
  hasDayFirst: false,
  slashedDates: new Map(),
  unknownTimeZones: { count: 0, example: '' },
  unknownStates: { count: 0, firstRow: 0 },
  repeatedColumns: new Set(),
  jsonLists: new Map(),
  mappedColumns: new Set(),
});

/** Notes a row with a state that neither the United States nor Canada has. */
export function noteUnknownState({ unknownStates }: Notices, row: number): void {
  unknownStates.count += 1;
  unknownStates.firstRow ||= row;
}

/** Checks a time zone, and notes one that is not in the IANA database. @returns true when it is valid */
export function checkTimeZone({ unknownTimeZones }: Notices, text: string): boolean {
  if (isTimeZone(text)) return true;
  unknownTimeZones.count += 1;
  unknownTimeZones.example ||= text;
  return false;
}

/** Notes a cell with a list in a column whose field takes none. */
export function noteJsonList({ jsonLists }: Notices, column: string): void {
  if (jsonLists.has(column) || jsonLists.size < MOST_COLUMNS_TOLD)
    jsonLists.set(column, (jsonLists.get(column) ?? 0) + 1);
}

const MOST_COLUMNS_TOLD = 5;
const MOST_CHARACTERS_TOLD = 40;
const READ_AS: Record<DateFormat, string> = { mdy: 'month/day', dmy: 'day/month' };

/**
 * Writes the warnings of an import as sentences.
 *
 * @param options.isDateFormatGiven true when the caller has set the date format, so that no date is ambiguous
 *
 * **Source:** rules E5.
 */
export function warningsOf(
  file: {
    description: { notices: Notices };
    reading: { dateFormat: DateFormat; format: string; mapping: ColumnMapping };
  },
  { isDateFormatGiven }: { isDateFormatGiven: boolean },
): string[] {
  const { slashedDates, unknownTimeZones, unknownStates, repeatedColumns, jsonLists, mappedColumns } =
    file.description.notices;
  const { dateFormat, format, mapping } = file.reading;
  const warnings: string[] = [];
  const ambiguousDates = countDoubtful(slashedDates, dateFormat);
  if (ambiguousDates > 0 && !isDateFormatGiven) {
    const why = dateFormat === 'dmy' ? ', as another date of the file can only be' : '';
    const other = dateFormat === 'dmy' ? 'mdy' : 'dmy';
    warnings.push(
      `${counted(ambiguousDates, 'date')} can be month/day or day/month, and ${wasOrWere(ambiguousDates)} read as ` +
        `${READ_AS[dateFormat]}${why}. Where that is wrong, say dateFormat "${other}".`,
    );
  }
  if (unknownTimeZones.count > 0) {
    const { count, example } = unknownTimeZones;
    warnings.push(
      `${counted(count, 'time zone')} ${count === 1 ? 'is no name' : 'are no names'} of the IANA time zone database, such as ` +
        `America/New_York, and ${wasOrWere(count)} left out: ${JSON.stringify(shorten(example))}.`,
    );
  }
  if (unknownStates.count > 0) {
    const { count, firstRow } = unknownStates;
    const [has, first] = count === 1 ? ['has', ''] : ['have', 'the first of them '];
    warnings.push(
      `${counted(count, 'row')} ${has} a state that neither the United States nor Canada has: ${first}row ${firstRow}. ` +
        'It stays as it is written, and conditions on the state do not find it: correct the file, and import it again.',
    );
  }
  const missing = Object.keys(mapping).filter((column) => !mappedColumns.has(column));
  for (const name of missing.slice(0, MOST_COLUMNS_TOLD))
    warnings.push(`The file has no column ${quoted(name)}, which mapping names.`);
  for (const name of [...repeatedColumns].slice(0, MOST_COLUMNS_TOLD)) {
    warnings.push(`The file has several columns ${quoted(name)}, of which only the first was read.`);
  }
  for (const [name, count] of jsonLists) {
    const how = format === 'pinpoint' ? 'as its values' : 'as text';
    const cells = `${counted(count, 'cell')} of the column ${quoted(name)}`;
    warnings.push(
      `${cells} ${count === 1 ? 'holds' : 'hold'} a list in JSON, and ${wasOrWere(count)} read ${how}.`,
    );
  }
  return warnings;
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');
const quoted = (name: string) => JSON.stringify(shorten(name));
const shorten = (text: string) =>
  [...text].length > MOST_CHARACTERS_TOLD ? `${[...text].slice(0, MOST_CHARACTERS_TOLD).join('')}…` : text;
