import { ServiceError } from '../../errors/service-error';
import { quoted } from '../../errors/quoted';
import { MAX_CUSTOM_TEXT_CHARACTERS } from '../../limits';
import { hasFormOfDay, readDay } from '../../calendar/calendar-day';
import {
  type CustomFieldDefinition,
  customFieldKey,
  type CustomFieldSchema,
  type CustomFieldValue,
  normalizeLabel,
  type StoredCustomFieldValue,
  storeValue,
  visibleFields,
} from './custom-field-schema';

/** Values of `details.reason` of InvalidCustomField. **Source:** rules 4.4. */
export const CUSTOM_FIELD_PROBLEMS = [
  'unknown_label',
  'duplicate_label_input',
  'type_mismatch',
  'unknown_option',
  'duplicate_option',
  'invalid_date_format',
  'invalid_calendar_date',
  'length_exceeded',
] as const;
type CustomFieldProblem = (typeof CUSTOM_FIELD_PROBLEMS)[number];

/** Changes of custom fields in a request, by key. */
interface CustomFieldChanges {
  set: Record<string, StoredCustomFieldValue>;
  clear: string[];
}

/**
 * Reads the `customFields` of a request: labels become keys, and values are checked against the definitions.
 *
 * `null` clears a field, and so does an empty string when the field's values are strings.
 *
 * @param input values by label, as the request spells it
 * @throws ServiceError InvalidCustomField with the label as the request spells it, and the reason
 *
 * **Source:** rules 2.6, 4.4.
 */
export function readCustomFields(
  input: Record<string, unknown>,
  schema: CustomFieldSchema,
): CustomFieldChanges {
  const fieldByLabel = new Map(visibleFields(schema).map((field) => [normalizeLabel(field.label), field]));
  const seen = new Set<number>();
  const changes: CustomFieldChanges = { set: {}, clear: [] };
  for (const [label, value] of Object.entries(input)) {
    const field = fieldByLabel.get(normalizeLabel(label));
    if (!field) throw invalidCustomField(label, 'unknown_label');
    if (seen.has(field.number)) throw invalidCustomField(label, 'duplicate_label_input');
    seen.add(field.number);
    const key = customFieldKey(field.number);
    if (isClearing(field, value)) {
      changes.clear.push(key);
      continue;
    }
    const problem = findProblem(field, value);
    if (problem) throw invalidCustomField(label, problem, unknownOption(field, value));
    changes.set[key] = storeValue(field, value as CustomFieldValue);
  }
  return changes;
}

function invalidCustomField(label: string, reason: CustomFieldProblem, value = ''): ServiceError {
  return new ServiceError('InvalidCustomField', {
    cause: reason,
    details: { label: quoted(label), reason },
    mentions: { value },
  });
}

/** Returns the first text of a value that is not an option of the field. */
function unknownOption({ options }: CustomFieldDefinition, value: unknown): string | undefined {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts.find((text): text is string => typeof text === 'string' && !options.includes(text));
}

function isClearing(field: CustomFieldDefinition, value: unknown): boolean {
  if (value === null) return true;
  return value === '' && ['TEXT', 'DATE', 'SINGLE_SELECT'].includes(field.type);
}

/** Returns the problem with a value of this field; `undefined` when it is valid. */
function findProblem(field: CustomFieldDefinition, value: unknown): CustomFieldProblem | undefined {
  switch (field.type) {
    case 'TEXT':
      if (typeof value !== 'string') return 'type_mismatch';
      return [...value].length > MAX_CUSTOM_TEXT_CHARACTERS ? 'length_exceeded' : undefined;
    case 'NUMBER':
      return Number.isFinite(value) ? undefined : 'type_mismatch';
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : 'type_mismatch';
    case 'DATE':
      return typeof value === 'string' ? findDateProblem(value) : 'type_mismatch';
    case 'SINGLE_SELECT':
      if (typeof value !== 'string') return 'type_mismatch';
      return field.options.includes(value) ? undefined : 'unknown_option';
    case 'MULTI_SELECT':
      return findSelectionProblem(field.options, value);
    default:
      throw new Error(`Unknown type ${String(field.type satisfies never)}`);
  }
}

function findSelectionProblem(options: string[], value: unknown): CustomFieldProblem | undefined {
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) return 'type_mismatch';
  if (value.some((entry) => !options.includes(entry as string))) return 'unknown_option';
  return new Set(value).size < value.length ? 'duplicate_option' : undefined;
}

function findDateProblem(value: string): CustomFieldProblem | undefined {
  if (!hasFormOfDay(value)) return 'invalid_date_format';
  return readDay(value) === undefined ? 'invalid_calendar_date' : undefined;
}
