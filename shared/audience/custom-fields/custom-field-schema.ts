import {
  array,
  boolean,
  type InferOutput,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import type { Item } from '../../platform/store/item';
import { schemaKey } from '../../platform/store/keys';
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

/** A field that the operator defined for the account's contacts. **Source:** rules 2.6. */
const FIELD_DEFINITION = object({
  /** N of the key, 1 to 7: the lowest free one when the field was made; deletion frees it. */
  number: number(),
  /** Counts the account's fields, deleted ones included: distinguishes a field from earlier ones with its number. */
  generation: number(),
  label: string(),
  type: picklist(CUSTOM_FIELD_TYPES),
  /** Allowed values of the two select types, `[]` for the others. */
  options: array(string()),
  /** Each change that renamed options: their names until then, by place, and how many options there were. */
  renames: optional(array(object({ names: record(string(), string()), options: number() }))),
  /** A disabled field keeps its number and its values, and is hidden from the API. */
  isDisabled: boolean(),
  createdAt: string(),
});
export type CustomFieldDefinition = InferOutput<typeof FIELD_DEFINITION>;

/** All definitions of an account, in the order of their numbers; kept in one item. */
export const customFieldsItem = defineItem({
  entity: 'customFieldSchema',
  key: schemaKey,
  value: object({
    fields: optional(array(FIELD_DEFINITION), []),
    /** Generation of the next field. */
    nextGeneration: optional(number(), 1),
    /** Counts writes; 0 before the first definition. */
    version: optional(number(), 0),
  }),
});
export type CustomFieldSchema = ValueOf<typeof customFieldsItem>;

const NO_FIELDS: CustomFieldSchema = { fields: [], nextGeneration: 1, version: 0 };

export const readSchema = (item: Item | undefined): CustomFieldSchema =>
  customFieldsItem.readIfAny(item) ?? NO_FIELDS;

/** The fields that the API shows, in the order of their numbers. */
export function visibleFields(schema: CustomFieldSchema): CustomFieldDefinition[] {
  return schema.fields.filter((field) => !field.isDisabled);
}

/** The merge-tag variable of a field, stable over renames. **Source:** rules 2.6, 2.7. */
export function customFieldKey(number: number): string {
  return `contact_custom_field_${number}`;
}

/** The form in which labels are compared. **Source:** rules 2.6. */
export function normalizeLabel(label: string): string {
  return label.normalize('NFC').trim().toLowerCase();
}

/** The form of rules 2.6. */
export function presentDefinition(field: CustomFieldDefinition) {
  const { label, number, type, options } = field;
  return { label, key: customFieldKey(number), type, ...(hasOptions(type) && { options }) };
}

export function hasOptions(type: CustomFieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT';
}

export type CustomFieldValue = string | number | boolean | string[];

/**
 * A value as a contact keeps it, under the key of its field.
 *
 * `generation` is the field's: a field with the number of a deleted one does not show the values of that, and deleting
 * a field does not touch the contacts. A number is kept as text: DynamoDB's numbers do not hold every finite one. An option
 * is kept as its first name, whatever it is called now.
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

/** The field's value in a contact; `undefined` when it has none. */
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
 * The contact's values by key, for merge tags: only of fields that are visible now.
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
 * A contact's values by label, as the API answers them. Any text can be a label, also `__proto__`: `fromEntries` makes
 * it an own property.
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
