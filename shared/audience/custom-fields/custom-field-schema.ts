import type { Item } from '../../platform/store/item';

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
export interface CustomFieldDefinition {
  /** N of the key, 1 to 7: the lowest free one when the field was made, free again once it is deleted. */
  number: number;
  /** Counts the account's fields, deleted ones included: tells a field from an earlier one with the same number. */
  generation: number;
  label: string;
  type: CustomFieldType;
  /** Allowed values of the two select types, `[]` for the others. */
  options: string[];
  /** A disabled field keeps its number and its values, and is hidden from the API. */
  isDisabled: boolean;
  createdAt: string;
}

/** All definitions of an account, in the order of their numbers; kept in one item. */
export interface CustomFieldSchema {
  fields: CustomFieldDefinition[];
  /** Generation of the next field. */
  nextGeneration: number;
  /** Counts writes; 0 where nothing was ever defined. */
  version: number;
}

export function readSchema(item: Item | undefined): CustomFieldSchema {
  return {
    fields: (item?.fields as CustomFieldDefinition[] | undefined) ?? [],
    nextGeneration: (item?.nextGeneration as number | undefined) ?? 1,
    version: (item?.version as number | undefined) ?? 0,
  };
}

/** The fields that the API may know of, in the order of their numbers. */
export function visibleFields(schema: CustomFieldSchema): CustomFieldDefinition[] {
  return schema.fields.filter((field) => !field.isDisabled);
}

/** The merge-tag variable of a field, stable over renames. **Source:** rules 2.6, 2.7. */
export function customFieldKey(number: number): string {
  return `contact_custom_field_${number}`;
}

/** What two spellings of one label have in common. **Source:** rules 2.6. */
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
 * `generation` is the field's: a field that got the number of a deleted one must not show what the old one held, and
 * deleting a field must not have to touch every contact. A number is kept as text, because DynamoDB's own numbers do
 * not hold every finite one.
 */
export interface StoredCustomFieldValue {
  generation: number;
  value: string | boolean | string[];
}

export function storeValue(field: CustomFieldDefinition, value: CustomFieldValue): StoredCustomFieldValue {
  return { generation: field.generation, value: typeof value === 'number' ? String(value) : value };
}

/** Where a contact keeps its values. */
export interface HoldsCustomFields {
  /** By the definition's key. */
  customFields: Record<string, StoredCustomFieldValue>;
}

/** The field's value in this contact; `undefined` when it has none. */
export function valueOfField(
  contact: HoldsCustomFields,
  field: CustomFieldDefinition,
): CustomFieldValue | undefined {
  const stored = contact.customFields[customFieldKey(field.number)];
  if (stored?.generation !== field.generation) return undefined;
  return field.type === 'NUMBER' ? Number(stored.value) : stored.value;
}

/**
 * The contact's values by key, for merge tags: only of fields that are visible now.
 *
 * **Source:** rules 2.7.
 */
export function visibleCustomFieldValues(
  contact: HoldsCustomFields,
  schema: CustomFieldSchema,
): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    visibleFields(schema).flatMap((field) => {
      const value = valueOfField(contact, field);
      return value === undefined ? [] : [[customFieldKey(field.number), value]];
    }),
  );
}

/**
 * The contact's values by label, as the API answers them. Any text can be a label, `__proto__` too: `fromEntries`
 * makes it a property of its own.
 *
 * **Source:** rules 2.3.
 */
export function presentCustomFields(
  contact: HoldsCustomFields,
  schema: CustomFieldSchema,
): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    visibleFields(schema).flatMap((field) => {
      const value = valueOfField(contact, field);
      return value === undefined ? [] : [[field.label, value]];
    }),
  );
}
