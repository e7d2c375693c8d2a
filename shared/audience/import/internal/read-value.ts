import { readCountry } from '../../../countries/country-name';
import { type CustomFieldSchema, visibleFields } from '../../custom-fields/custom-field-schema';
import { type DateFormat, formatShownBy, readNamedDay, readSlashedDay } from '../date-format';
import type { Tag } from '../../groups/group';
import { CUSTOM_FIELD_PREFIX } from '../column-names';
import { TAGS_FIELD } from '../import-columns';
import { noteSlashedDate } from './doubtful-dates';
import { readJsonList } from './json-list';
import { readTagTexts } from './membership-tags';
import type { Notices } from './warnings';

/** Settings for reading values of a file, and the notices that collect what is unusual about them. */
export interface ValueReading {
  schema: CustomFieldSchema;
  dateFormat: DateFormat;
  groupTags?: readonly Tag[] | undefined;
  notices: Notices;
}

/**
 * Converts the text of a cell to the value of its field, as people write it: dates also with slashes, yes and no, names
 * of countries. Text that is not a value of the field stays text, so that the field's own rules refuse it.
 *
 * **Source:** rules 2.6, E5.
 */
export function readValue(field: string, text: string, reading: ValueReading): unknown {
  if (field.startsWith(CUSTOM_FIELD_PREFIX)) {
    return readCustomValue({ field, text }, reading);
  }
  switch (field) {
    case 'birthDate':
    case 'optedOut':
    case 'optedOutAt':
      return readDate({ field, text }, reading);
    case 'gender':
      return GENDERS[text.trim().toLowerCase()] ?? text;
    case 'isFavorite':
      return readBoolean(text);
    case 'email':
      return text.trim();
    case 'address.country':
      return readCountry(text) ?? text;
    case TAGS_FIELD:
      return readTagTexts(text, reading.groupTags ?? []);
    default:
      return text;
  }
}

function readCustomValue({ field, text }: { field: string; text: string }, reading: ValueReading): unknown {
  const label = field.slice(CUSTOM_FIELD_PREFIX.length);
  const definition = visibleFields(reading.schema).find((one) => one.label === label);
  switch (definition?.type) {
    case 'NUMBER':
      return NUMBER_PATTERN.test(text.trim()) ? Number(text) : text;
    case 'BOOLEAN':
      return readBoolean(text);
    case 'DATE':
      return readDate({ field, text }, reading);
    case 'MULTI_SELECT':
      return readOptions(definition.options, text);
    default:
      return text;
  }
}

/** Returns true when the values of the field are lists. */
export const isListField = (field: string, schema: CustomFieldSchema): boolean =>
  field === TAGS_FIELD ||
  visibleFields(schema).some(
    ({ label, type }) => type === 'MULTI_SELECT' && field === `${CUSTOM_FIELD_PREFIX}${label}`,
  );

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GENDERS: Readonly<Record<string, string>> = {
  m: 'MALE',
  male: 'MALE',
  f: 'FEMALE',
  female: 'FEMALE',
  other: 'OTHER',
};

/**
 * Converts a day with slashes, or with the name of its month, to `YYYY-MM-DD`. One that does not exist stays as it is, so that the problem shows it.
 */
function readDate(
  { field, text }: { field: string; text: string },
  { dateFormat, notices }: ValueReading,
): string {
  if (formatShownBy(text) === 'dayFirst') notices.hasDayFirst = true;
  noteSlashedDate(notices.slashedDates, { field, text });
  return readSlashedDay(text, dateFormat) ?? readNamedDay(text) ?? text.trim();
}

const YES = new Set(['true', 'yes', 'y', '1']);
const NO = new Set(['false', 'no', 'n', '0']);

function readBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : text;
}

/** Reads options separated by `;` or `|`, or as a JSON array when they contain such characters. */
function readOptions(options: readonly string[], text: string): string[] {
  if (options.includes(text)) return [text];
  const listed = readJsonList(text);
  if (listed?.every((option) => typeof option === 'string')) return listed;
  return text
    .split(text.includes('|') ? '|' : ';')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}
