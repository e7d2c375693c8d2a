import { boolean, type GenericSchema, optional, picklist, record, string } from 'valibot';
import { MAX_CUSTOM_FIELDS, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from '../../limits';
import { orAbsent } from '../../platform/store/or-absent';
import {
  type CustomFieldSchema,
  presentCustomFields,
  STORED_CUSTOM_FIELD_VALUE,
} from '../custom-fields/custom-field-schema';
import { CUSTOM_FIELDS_REQUEST_SCHEMA, patchCustomFields } from '../custom-fields/patch-custom-fields';
import { ADDRESS_REQUEST_SCHEMA, patchAddress, presentAddress, STORED_ADDRESS } from './address';
import { patchText } from '../../text/patch-text';

/** Everything that the service does with one field of a contact's profile. */
interface ContactField<Stored, Input, Answer> {
  /**
   * Schema of the value in the table. Contacts without the attribute must be readable: `orAbsent`, or `optional` with a
   * default.
   */
  stored: GenericSchema<unknown, Stored>;
  /** JSON schema in the body of create and update. */
  request: object;
  /** JSON schema in answers. */
  answer: object;
  /** True when every answer has the field; otherwise answers leave it out while it is not set. */
  isAlwaysAnswered: boolean;
  /** Returns the value after a request that has the field. */
  patch(before: Stored, input: Input, schema: CustomFieldSchema): Stored;
  /** Returns the value for an answer; `undefined` when it is not set. */
  present(value: Stored, schema: CustomFieldSchema): Answer;
  /**
   * True when a patch merges parts into the stored value, so that it is only written onto the version that was read.
   */
  isMerged: boolean;
  /** Columns of a CSV import: one with this content, or for `parts` one for each part, such as `address.city`. */
  column: 'text' | 'boolean' | 'parts';
  /** Row of `contact show` in the operator CLI. */
  label: string;
}

const defineField = <Stored, Input, Answer>(field: ContactField<Stored, Input, Answer>) => field;

/** Defines a text field that `null` and the empty string clear. */
function textField<Text extends string>(field: {
  label: string;
  stored: GenericSchema<unknown, Text | undefined>;
  request: object;
  answer: object;
}): ContactField<Text | undefined, Text | '' | null, Text | undefined> {
  return {
    ...field,
    isAlwaysAnswered: false,
    isMerged: false,
    column: 'text',
    patch: patchText,
    present: (value) => value,
  };
}

const GENDERS = ['MALE', 'FEMALE', 'OTHER'] as const;
const NAME_REQUEST = { type: ['string', 'null'], format: 'text', maxLength: MAX_NAME_CHARACTERS };
const NAME = { type: 'string', minLength: 1, maxLength: MAX_NAME_CHARACTERS };

/**
 * Fields of a contact that clients write. Schemas, create, update, answers, storage, import and the operator CLI are
 * all derived from these entries.
 *
 * **Source:** rules 2.3, 2.4, 4.4.
 */
export const CONTACT_FIELDS = {
  firstName: textField({
    label: 'first name',
    stored: orAbsent(string()),
    request: NAME_REQUEST,
    answer: NAME,
  }),
  lastName: textField({
    label: 'last name',
    stored: orAbsent(string()),
    request: NAME_REQUEST,
    answer: NAME,
  }),
  email: textField({
    label: 'email',
    stored: orAbsent(string()),
    request: {
      type: ['string', 'null'],
      if: { minLength: 1 },
      then: { format: 'email', maxLength: MAX_EMAIL_CHARACTERS },
      description: 'RFC 5322 address.',
      documented: { maxLength: MAX_EMAIL_CHARACTERS },
    },
    answer: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_EMAIL_CHARACTERS,
      description: 'RFC 5322 address.',
    },
  }),
  birthDate: textField({
    label: 'birth date',
    stored: orAbsent(string()),
    request: {
      type: ['string', 'null'],
      if: { minLength: 1 },
      then: { format: 'date' },
      description: '`YYYY-MM-DD`.',
      documented: { maxLength: 'YYYY-MM-DD'.length },
    },
    answer: { type: 'string', format: 'date', description: '`YYYY-MM-DD`.' },
  }),
  gender: textField({
    label: 'gender',
    stored: orAbsent(picklist(GENDERS)),
    request: { enum: [...GENDERS, '', null] },
    answer: { type: 'string', enum: GENDERS },
  }),
  address: defineField({
    label: 'address',
    stored: orAbsent(STORED_ADDRESS),
    request: ADDRESS_REQUEST_SCHEMA,
    answer: { $ref: '#/components/schemas/Address' },
    isAlwaysAnswered: false,
    isMerged: true,
    column: 'parts',
    patch: patchAddress,
    present: presentAddress,
  }),
  isFavorite: defineField({
    label: 'favorite',
    stored: optional(boolean(), false),
    request: { type: ['boolean', 'null'], description: 'A mark; without effect on messaging.' },
    answer: { type: 'boolean', description: 'A mark; without effect on messaging.' },
    isAlwaysAnswered: true,
    isMerged: false,
    column: 'boolean',
    patch: (_before: boolean, input: boolean | null) => input ?? false,
    present: (value: boolean) => value,
  }),
  /** Values by the stable key of their definition, `contact_custom_field_N`. */
  customFields: defineField({
    label: 'custom fields',
    stored: optional(record(string(), STORED_CUSTOM_FIELD_VALUE), {}),
    request: CUSTOM_FIELDS_REQUEST_SCHEMA,
    answer: {
      type: 'object',
      description: 'By label; only fields that have a value and are visible.',
      maxProperties: MAX_CUSTOM_FIELDS,
      additionalProperties: { $ref: '#/components/schemas/CustomFieldValue' },
    },
    isAlwaysAnswered: true,
    isMerged: true,
    column: 'parts',
    patch: patchCustomFields,
    present: presentCustomFields,
  }),
};

type Fields = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof Fields;
type TypesOf<Field> =
  Field extends ContactField<infer Stored, infer Input, infer Answer>
    ? { stored: Stored; input: Input; answer: Answer }
    : never;

/** Body of create and update. An absent field is unset, or unchanged in an update; `null` and `""` clear. */
export type ContactBody = { [Name in ContactFieldName]?: TypesOf<Fields[Name]>['input'] };
export type ContactFieldValues = { [Name in ContactFieldName]: TypesOf<Fields[Name]>['stored'] };
export type ContactFieldAnswers = { [Name in ContactFieldName]: TypesOf<Fields[Name]>['answer'] };

/** The same entries typed alike, for code that treats all fields the same. */
export const EACH_FIELD: Readonly<Record<ContactFieldName, ContactField<unknown, unknown, unknown>>> =
  CONTACT_FIELDS;
export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[];

/** Returns one property of every field, by the field's name. */
export function partOfFields<Part extends keyof ContactField<unknown, unknown, unknown>>(part: Part) {
  const parts = CONTACT_FIELD_NAMES.map((name) => [name, CONTACT_FIELDS[name][part]]);
  return Object.fromEntries(parts) as { [Name in ContactFieldName]: Fields[Name][Part] };
}
