import type { FromSchema } from 'json-schema-to-ts';
import {
  customFieldKey,
  type CustomFieldSchema,
  type StoredCustomFieldValue,
  visibleFields,
} from './custom-field-schema';
import { readCustomFields } from './read-custom-fields';

const STORABLE = { if: { type: 'string' }, then: { type: 'string', format: 'text' } } as const;
/**
 * Schema of a custom field's value. It only requires text that can be stored; the definition of the field checks the
 * rest, which the OpenAPI document shows.
 */
const CUSTOM_FIELD_VALUE = {
  $comment: '#/components/schemas/CustomFieldValue or null',
  ...STORABLE,
  else: { if: { type: 'array' }, then: { type: 'array', items: STORABLE } },
} as const;

/** **Source:** rules 2.6, 4.4. */
export const CUSTOM_FIELDS_REQUEST_SCHEMA = {
  type: ['object', 'null'],
  additionalProperties: CUSTOM_FIELD_VALUE,
  description:
    'By label, without regard to case. `TEXT`, `DATE` (`YYYY-MM-DD`) and `SINGLE_SELECT` take a string, `NUMBER` a number, `BOOLEAN` a boolean, `MULTI_SELECT` an array of strings; `null` clears.',
} as const;

/**
 * Merges the custom fields of a request into those of a contact. `null` clears all visible fields; disabled fields
 * keep their values.
 *
 * @throws ServiceError InvalidCustomField
 *
 * **Source:** rules 4.4.
 */
export function patchCustomFields(
  before: Record<string, StoredCustomFieldValue>,
  input: FromSchema<typeof CUSTOM_FIELDS_REQUEST_SCHEMA>,
  schema: CustomFieldSchema,
): Record<string, StoredCustomFieldValue> {
  const { set, clear } =
    input === null
      ? { set: {}, clear: visibleFields(schema).map((field) => customFieldKey(field.number)) }
      : readCustomFields(input, schema);
  const kept = Object.entries(before).filter(([key]) => !clear.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}
