import {
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELDS_BYTES,
} from '../../../limits';
import {
  type CustomFieldDefinition,
  customFieldKey,
  type CustomFieldSchema,
  type CustomFieldType,
  hasOptions,
  normalizeLabel,
} from '../custom-field-schema';
import { isTextUpTo } from './is-text-up-to';
import { changeOptions, isOption, type OptionChange, type OptionRefusal } from '../option-changes';

type SchemaRefusal =
  | 'tooManyFields'
  | 'labelTaken'
  | 'noSuchField'
  /** Empty, too long, or not a text that can be stored. */
  | 'invalidLabel'
  /** No options for a select type, any for another type, or options that are too many, repeated, empty or too long. */
  | 'invalidOptions'
  /** Changes of options for a field whose type has none. */
  | 'noOptions'
  /** The definitions would not fit into their item. */
  | 'tooLarge';

/** Schema after a change with the changed field, or the reason why the change is refused. */
export type SchemaChange =
  | { schema: CustomFieldSchema; field: CustomFieldDefinition }
  | { refused: SchemaRefusal }
  | OptionRefusal;

export interface NewField {
  label: string;
  type: CustomFieldType;
  options: string[];
}

/** **Source:** rules 2.6, 8.2. */
export function addField(schema: CustomFieldSchema, options: { field: NewField; now: string }): SchemaChange {
  const { type, options: allowed } = options.field;
  const label = options.field.label.trim();
  if (!isLabel(label)) return { refused: 'invalidLabel' };
  if (!areOptions(type, allowed)) return { refused: 'invalidOptions' };
  if (findField(schema, { label })) return { refused: 'labelTaken' };
  const taken = new Set(schema.fields.map((field) => field.number));
  let number = 1;
  while (taken.has(number)) number += 1;
  if (number > MAX_CUSTOM_FIELDS) return { refused: 'tooManyFields' };
  const field: CustomFieldDefinition = {
    number,
    generation: schema.nextGeneration,
    label,
    type,
    options: allowed,
    isDisabled: false,
    createdAt: options.now,
  };
  const fields = [...schema.fields, field].sort((a, b) => a.number - b.number);
  return withinBounds({ schema: { ...schema, fields, nextGeneration: schema.nextGeneration + 1 }, field });
}

/** Label or key that identifies a field. */
export type FieldAddress = { label: string } | { key: string };

/** Changes of a field; absent properties stay. */
export interface FieldChange {
  newLabel?: string;
  /** True hides the field; false shows it again with its former values. */
  isDisabled?: boolean;
  options?: readonly OptionChange[];
}

/**
 * Changes a field; its key, type and values stay. A label can also be changed to another spelling of itself.
 * **Source:** rules 2.6, 8.2.
 */
export function changeField(
  schema: CustomFieldSchema,
  { address, change }: { address: FieldAddress; change: FieldChange },
): SchemaChange {
  const field = findField(schema, address);
  if (!field) return { refused: 'noSuchField' };
  const label = change.newLabel?.trim() ?? field.label;
  if (change.newLabel !== undefined && !isLabel(label)) return { refused: 'invalidLabel' };
  const holder = findField(schema, { label });
  if (holder && holder.number !== field.number) return { refused: 'labelTaken' };
  if (change.options && !hasOptions(field.type)) return { refused: 'noOptions' };
  const changed = change.options && changeOptions(field, change.options);
  if (changed && 'refused' in changed) return changed;
  const after: CustomFieldDefinition = {
    ...field,
    ...changed,
    label,
    isDisabled: change.isDisabled ?? field.isDisabled,
  };
  const fields = schema.fields.map((other) => (other === field ? after : other));
  const result = { schema: { ...schema, fields }, field: after };
  return change.options ? withinBounds(result) : result;
}

/** Refuses definitions that an item of the table could not hold. */
function withinBounds(change: Extract<SchemaChange, { field: unknown }>): SchemaChange {
  const bytes = Buffer.byteLength(JSON.stringify(change.schema.fields));
  return bytes > MAX_CUSTOM_FIELDS_BYTES ? { refused: 'tooLarge' } : change;
}

/** Removes a field, which frees its number and label. Its values can never be read again. */
export function removeField(schema: CustomFieldSchema, label: string): SchemaChange {
  const field = findField(schema, { label });
  if (!field) return { refused: 'noSuchField' };
  return { schema: { ...schema, fields: schema.fields.filter((other) => other !== field) }, field };
}

/** Finds a field. Disabled fields are included, because they keep their labels. */
function findField(schema: CustomFieldSchema, address: FieldAddress): CustomFieldDefinition | undefined {
  if ('key' in address) return schema.fields.find(({ number }) => customFieldKey(number) === address.key);
  const wanted = normalizeLabel(address.label);
  return schema.fields.find((field) => normalizeLabel(field.label) === wanted);
}

function isLabel(label: string): boolean {
  return isTextUpTo(MAX_CUSTOM_FIELD_LABEL_CHARACTERS, label);
}

function areOptions(type: CustomFieldType, options: string[]): boolean {
  if (!hasOptions(type)) return options.length === 0;
  const isCountValid = options.length > 0 && options.length <= MAX_CUSTOM_FIELD_OPTIONS;
  return isCountValid && options.every(isOption) && new Set(options).size === options.length;
}
