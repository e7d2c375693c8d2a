import { readDay } from '../../platform/calendar-day';
import { readCountry } from '../../platform/country-name';
import { type CustomFieldSchema, visibleFields } from '../custom-fields/custom-field-schema';
import { CUSTOM_FIELD_PREFIX } from './import-columns';

/**
 * Turns the text of a cell into the value of its field, as people write it: dates also as MM/DD/YYYY, yes and no, names of
 * countries. Text that is no value of the field stays text, for the field's own rules to refuse.
 *
 * **Source:** rules 2.6, E5.
 */
export function readValue(field: string, text: string, schema: CustomFieldSchema): unknown {
  if (field.startsWith(CUSTOM_FIELD_PREFIX)) {
    return readCustomValue(field.slice(CUSTOM_FIELD_PREFIX.length), text, schema);
  }
  switch (field) {
    case 'birthDate':
      return readDate(text);
    case 'gender':
      return GENDERS[text.trim().toLowerCase()] ?? text;
    case 'isFavorite':
      return readBoolean(text);
    case 'email':
      return text.trim();
    case 'address.country':
      return readCountry(text) ?? text;
    default:
      return text;
  }
}

function readCustomValue(label: string, text: string, schema: CustomFieldSchema): unknown {
  const definition = visibleFields(schema).find((one) => one.label === label);
  switch (definition?.type) {
    case 'NUMBER':
      return NUMBER_PATTERN.test(text.trim()) ? Number(text) : text;
    case 'BOOLEAN':
      return readBoolean(text);
    case 'DATE':
      return readDate(text);
    case 'MULTI_SELECT':
      return readOptions(definition.options, text);
    default:
      return text;
  }
}

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GENDERS: Readonly<Record<string, string>> = {
  m: 'MALE',
  male: 'MALE',
  f: 'FEMALE',
  female: 'FEMALE',
  other: 'OTHER',
};

/** `MM/DD/YYYY` becomes `YYYY-MM-DD`; a day that does not exist stays as it is, to be told so. */
function readDate(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text.trim();
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return readDay(date) === undefined ? text.trim() : date;
}

const YES = new Set(['true', 'yes', 'y', '1']);
const NO = new Set(['false', 'no', 'n', '0']);

function readBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : text;
}

/** Options parted by `;` or `|`, or as a JSON array where they hold such characters themselves. */
function readOptions(options: readonly string[], text: string): string[] {
  if (options.includes(text)) return [text];
  const listed = readJsonArray(text);
  if (listed) return listed;
  return text
    .split(text.includes('|') ? '|' : ';')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

function readJsonArray(text: string): string[] | undefined {
  if (!/^\s*\[.*\]\s*$/s.test(text)) return undefined;
  try {
    const parsed = JSON.parse(text) as unknown[];
    return parsed.every((entry) => typeof entry === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
