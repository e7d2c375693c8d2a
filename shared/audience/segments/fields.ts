import {
  customFieldKey,
  type CustomFieldDefinition,
  type CustomFieldSchema,
  normalizeLabel,
  valueOfField,
  visibleFields,
} from '../custom-fields/custom-field-schema';
import { storedOptions } from '../custom-fields/select-options';
import type { Contact } from '../contacts/contact';
import { readState, stateNames } from '../contacts/state-code';
import { countryNames, readCountry } from '../../platform/country-name';
import type { AttributePath } from '../../platform/store/projection';

/** What a field holds, which decides on its operators. **Source:** rules E3. */
export type FieldKind = 'text' | 'number' | 'date' | 'instant' | 'boolean' | 'options';

/** The value of a field that is not empty. A date is `YYYY-MM-DD`, an instant an ISO time. */
export type FieldValue = string | number | boolean | string[];

/** A field of contacts that a condition can be about. */
export interface AudienceField {
  kind: FieldKind;
  /** `undefined`: empty. */
  read(contact: Contact): FieldValue | undefined;
  /** All that `read` looks at. */
  attributes: readonly AttributePath[];
  /** Where the table has the value as `read` reads it, or as `stored` says; absent where it has it otherwise. */
  path: AttributePath | undefined;
  /** Of a field whose options were renamed: the values that the table can have for one that `read` reads. */
  stored?: (value: string) => string[];
  /** Of texts that people write in several ways: the form in which `equals`, `notEquals` and `in` compare them. */
  canonical?: (text: string) => string;
  /** Names of a value that is a code: `startsWith` and `contains` find these as well by a text that is longer than any code. */
  names?: (contact: Contact) => readonly string[];
  /** Of a custom field: a stored value of another generation is not this field's. */
  generation?: { path: AttributePath; value: number };
  /** Of a custom field: its definition stays the same when its label changes. */
  definition?: CustomFieldDefinition;
}

const textField = (
  name: 'firstName' | 'lastName' | 'email' | 'gender' | 'phoneNumber' | 'tz',
): AudienceField => ({
  kind: 'text',
  read: (contact) => contact[name],
  attributes: [[name]],
  path: [name],
});
const addressField = (part: 'street' | 'city' | 'state' | 'postalCode' | 'country'): AudienceField => ({
  kind: 'text',
  read: ({ address }) => address?.[part],
  attributes: [['address']],
  path: ['address', part],
});

const FIELDS: ReadonlyMap<string, AudienceField> = new Map<string, AudienceField>([
  ['firstName', textField('firstName')],
  ['lastName', textField('lastName')],
  ['email', textField('email')],
  ['phoneNumber', textField('phoneNumber')],
  ['address.street', addressField('street')],
  ['address.city', addressField('city')],
  [
    'address.state',
    {
      ...addressField('state'),
      canonical: (text) => readState(text) ?? text,
      names: ({ address }) => (address ? stateNames(address) : []),
    },
  ],
  ['address.postalCode', addressField('postalCode')],
  [
    'address.country',
    {
      ...addressField('country'),
      canonical: (text) => readCountry(text) ?? text,
      names: ({ address }) => countryNames(address?.country ?? ''),
    },
  ],
  ['tz', textField('tz')],
  ['gender', textField('gender')],
  [
    'birthDate',
    { kind: 'date', read: (contact) => contact.birthDate, attributes: [['birthDate']], path: ['birthDate'] },
  ],
  [
    'createdAt',
    {
      kind: 'instant',
      read: (contact) => contact.createdAt,
      attributes: [['createdAt']],
      path: ['createdAt'],
    },
  ],
  [
    'isFavorite',
    { kind: 'boolean', read: (contact) => contact.isFavorite, attributes: [['isFavorite']], path: undefined },
  ],
]);

/** The names of fields that every account has. */
export const AUDIENCE_FIELD_NAMES = [...FIELDS.keys()];
export const CUSTOM_FIELD_PREFIX = 'customFields.';

const KIND_OF_TYPE: Record<CustomFieldDefinition['type'], FieldKind> = {
  TEXT: 'text',
  SINGLE_SELECT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  MULTI_SELECT: 'options',
};

/**
 * The field that a condition names.
 *
 * @returns `undefined` when there is none, or the custom field is disabled
 */
export function findAudienceField(name: string, schema: CustomFieldSchema): AudienceField | undefined {
  if (!name.startsWith(CUSTOM_FIELD_PREFIX)) return FIELDS.get(name);
  const label = normalizeLabel(name.slice(CUSTOM_FIELD_PREFIX.length));
  const definition = visibleFields(schema).find((field) => normalizeLabel(field.label) === label);
  return definition && customField(definition);
}

function customField(definition: CustomFieldDefinition): AudienceField {
  const key = customFieldKey(definition.number);
  const kind = KIND_OF_TYPE[definition.type];
  return {
    kind,
    definition,
    attributes: [['customFields', key]],
    path: ['customFields', key, 'value'],
    generation: { path: ['customFields', key, 'generation'], value: definition.generation },
    ...(definition.renames && { stored: (name: string) => storedOptions(definition, name) }),
    read: ({ customFields }) => {
      const value = valueOfField(customFields, definition);
      // A selection of nothing is empty.
      return Array.isArray(value) && value.length === 0 ? undefined : value;
    },
  };
}
