import {
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_TEXT_CHARACTERS,
} from '../../limits';
import { isStorableText } from '../../platform/storable-text';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  type CustomFieldType,
  hasOptions,
  normalizeLabel,
} from './custom-field-schema';

export type SchemaRefusal =
  | 'tooManyFields'
  | 'labelTaken'
  | 'noSuchField'
  /** Empty, too long, or no text that can be stored. */
  | 'invalidLabel'
  /** None for a select type, any for another type, too many, repeated, empty or too long. */
  | 'invalidOptions';

/** The schema after a change, and the field it is about; or why there is none. */
export type SchemaChange =
  { schema: CustomFieldSchema; field: CustomFieldDefinition } | { refused: SchemaRefusal };

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
  if (findByLabel(schema, label)) return { refused: 'labelTaken' };
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
  return { schema: { ...schema, fields, nextGeneration: schema.nextGeneration + 1 }, field };
}

/** Key, type and values stay. A label may also be renamed to another spelling of itself. */
export function renameField(
  schema: CustomFieldSchema,
  options: { label: string; newLabel: string },
): SchemaChange {
  const field = findByLabel(schema, options.label);
  if (!field) return { refused: 'noSuchField' };
  const label = options.newLabel.trim();
  if (!isLabel(label)) return { refused: 'invalidLabel' };
  const holder = findByLabel(schema, label);
  if (holder && holder.number !== field.number) return { refused: 'labelTaken' };
  return replaceField(schema, { ...field, label });
}

/** Hides a field, or shows it again with the values that it had. */
export function setFieldDisabled(
  schema: CustomFieldSchema,
  options: { label: string; isDisabled: boolean },
): SchemaChange {
  const field = findByLabel(schema, options.label);
  if (!field) return { refused: 'noSuchField' };
  return replaceField(schema, { ...field, isDisabled: options.isDisabled });
}

/** Frees the number and the label. The field's values can never be read again. */
export function removeField(schema: CustomFieldSchema, label: string): SchemaChange {
  const field = findByLabel(schema, label);
  if (!field) return { refused: 'noSuchField' };
  return { schema: { ...schema, fields: schema.fields.filter((other) => other !== field) }, field };
}

function replaceField(schema: CustomFieldSchema, field: CustomFieldDefinition): SchemaChange {
  const fields = schema.fields.map((other) => (other.number === field.number ? field : other));
  return { schema: { ...schema, fields }, field };
}

/** Disabled fields hold their labels too. */
function findByLabel(schema: CustomFieldSchema, label: string): CustomFieldDefinition | undefined {
  const wanted = normalizeLabel(label);
  return schema.fields.find((field) => normalizeLabel(field.label) === wanted);
}

function isLabel(label: string): boolean {
  return isTextUpTo(MAX_CUSTOM_FIELD_LABEL_CHARACTERS, label);
}

function areOptions(type: CustomFieldType, options: string[]): boolean {
  if (!hasOptions(type)) return options.length === 0;
  const isEachValid = options.every((option) => isTextUpTo(MAX_CUSTOM_TEXT_CHARACTERS, option));
  const isCountValid = options.length > 0 && options.length <= MAX_CUSTOM_FIELD_OPTIONS;
  return isCountValid && isEachValid && new Set(options).size === options.length;
}

/** What requests can spell: see the format `text` of request schemas. */
const isTextUpTo = (mostCharacters: number, text: string) =>
  text !== '' && isStorableText(text) && [...text].length <= mostCharacters;
