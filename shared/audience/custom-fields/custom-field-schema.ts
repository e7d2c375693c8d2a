import { array, boolean, type InferOutput, number, object, optional, picklist, string, union } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import type { Item } from '../../platform/store/item';
import { schemaKey } from '../../platform/store/keys';
import { storedMap } from '../../platform/store/stored-map';
import { optionName, storedOption } from './select-options';

export const CUSTOM_FIELD_TYPES = [
  'TEXT',
  'NUMBER',
  'BOOLEAN',
  'DATE',
  'SINGLE_SELECT',
  'MULTI_SELECT',
] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** Field that the operator defined for the account's contacts. **Source:** rules 2.6. */
const FIELD_DEFINITION = object({
  /** N of the key, 1 to 7: the lowest free number when the field was created; deletion frees it. */
  number: number(),
  /**
   * Count of the account's fields so far, deleted ones included. It distinguishes a field from earlier ones with its
   * number.
   */
  generation: number(),
  label: string(),
  type: picklist(CUSTOM_FIELD_TYPES),
  /** Allowed values of the two select types, `[]` for the others. */
  options: array(string()),
  /** Changes that renamed options, each with the names before it, by place, and the number of options before it. */
  renames: optional(array(object({ names: storedMap<string>('string'), options: number() }))),
  /** A disabled field keeps its number and its values, and is hidden from the API. */
  isDisabled: boolean(),
  createdAt: string(),
});
export type CustomFieldDefinition = InferOutput<typeof FIELD_DEFINITION>;

/** All definitions of an account, in the order of their numbers, stored in one item. */
export const customFieldsItem = defineItem({
  entity: 'customFieldSchema',
  key: schemaKey,
  value: object({
    fields: optional(array(FIELD_DEFINITION), []),
    /** Generation of the next field. */
    nextGeneration: optional(number(), 1),
    /** Number of writes; 0 before the first definition. */
    version: optional(number(), 0),
  }),
});
export type CustomFieldSchema = ValueOf<typeof customFieldsItem>;

const NO_FIELDS: CustomFieldSchema = { fields: [], nextGeneration: 1, version: 0 };

export const readSchema = (item: Item | undefined): CustomFieldSchema =>
  customFieldsItem.readIfAny(item) ?? NO_FIELDS;

/** Returns the fields that the API shows, in the order of their numbers. */
export function visibleFields(schema: CustomFieldSchema): CustomFieldDefinition[] {
  return schema.fields.filter((field) => !field.isDisabled);
}

/** Returns the merge-tag variable of a field, which stays the same after renames. **Source:** rules 2.6, 2.7. */
export function customFieldKey(number: number): string {
  return `contact_custom_field_${number}`;
}

/** Returns the form in which labels are compared. **Source:** rules 2.6. */
export function normalizeLabel(label: string): string {
  return label.normalize('NFC').trim().toLowerCase();
}

/** Builds the API form of a definition. **Source:** rules 2.6. */
export function presentDefinition(field: CustomFieldDefinition) {
  const { label, number, type, options } = field;
  return { label, key: customFieldKey(number), type, ...(hasOptions(type) && { options }) };
}

export function hasOptions(type: CustomFieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT';
}

export type CustomFieldValue = string | number | boolean | string[];

/**
 * Value as a contact stores it, under the key of its field.
 *
 * `generation` is that of the field, so that a field with the number of a deleted one does not show the values of that
 * one, and deleting a field does not change contacts. A number is stored as a string, because DynamoDB numbers cannot
 * hold every finite one. An option is stored as its first name, whatever its name is now.
 */
export const STORED_CUSTOM_FIELD_VALUE = object({
  generation: number(),
  value: union([string(), boolean(), array(string())]),
});
export type StoredCustomFieldValue = InferOutput<typeof STORED_CUSTOM_FIELD_VALUE>;
type StoredCustomFields = Record<string, StoredCustomFieldValue>;

export function storeValue(field: CustomFieldDefinition, value: CustomFieldValue): StoredCustomFieldValue {
  const text = typeof value === 'number' ? String(value) : value;
  return {
    generation: field.generation,
    value: mapOptions(field, text, (name) => storedOption(field, name)),
  };
}

function mapOptions<Value extends string | boolean | string[]>(
  { type }: CustomFieldDefinition,
  value: Value,
  map: (option: string) => string,
): Value | string | string[] {
  if (!hasOptions(type)) return value;
  if (Array.isArray(value)) return value.map(map);
  return typeof value === 'string' ? map(value) : value;
}

/** Returns the field's value in a contact; `undefined` when it has none. */
export function valueOfField(
  customFields: StoredCustomFields,
  field: CustomFieldDefinition,
): CustomFieldValue | undefined {
  const stored = customFields[customFieldKey(field.number)];
  if (stored?.generation !== field.generation) return undefined;
  if (field.type === 'NUMBER') return Number(stored.value);
  return mapOptions(field, stored.value, (option) => optionName(field, option));
}

/**
 * Returns the contact's values by key, for merge tags. Only fields that are visible now are included.
 *
 * **Source:** rules 2.7.
 */
export function visibleCustomFieldValues(
  contact: { customFields: StoredCustomFields },
  schema: CustomFieldSchema,
): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    visibleFields(schema).flatMap((field) => {
      const value = valueOfField(contact.customFields, field);
      return value === undefined ? [] : [[customFieldKey(field.number), value]];
    }),
  );
}

/**
 * Returns a contact's values by label, as the API answers them. Any text can be a label, also `__proto__`:
 * `fromEntries` makes it an own property.
 *
 * **Source:** rules 2.3.
 */
export function presentCustomFields(
  customFields: StoredCustomFields,
  schema: CustomFieldSchema,
): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    visibleFields(schema).flatMap((field) => {
      const value = valueOfField(customFields, field);
      return value === undefined ? [] : [[field.label, value]];
    }),
  );
}
