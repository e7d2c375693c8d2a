import {
  customFieldKey,
  type CustomFieldDefinition,
  type CustomFieldSchema,
  normalizeLabel,
  valueOfField,
  visibleFields,
} from '../../custom-fields/custom-field-schema';
import { storedOptions } from '../../custom-fields/select-options';
import { readState, stateNames } from '../../contacts/state-code';
import { countryNames, readCountry } from '../../../countries/country-name';
import { MAX_CUSTOM_FIELD_LABEL_CHARACTERS } from '../../../limits';
import type { AudienceField, FieldKind } from './audience-field';
import { GROUPS_FIELD, TAGS_FIELD } from './membership-fields';

const textField = (
  name: 'firstName' | 'lastName' | 'email' | 'gender' | 'phoneNumber' | 'tz',
): AudienceField => ({
  kind: 'text',
  read: (contact) => contact[name],
  attributes: [[name]],
  path: [name],
});
const instantField = (
  name: 'createdAt' | 'lastTextedAt' | 'lastClickedAt' | 'lastRepliedAt',
): AudienceField => ({
  kind: 'instant',
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
  ['createdAt', instantField('createdAt')],
  ['lastTextedAt', instantField('lastTextedAt')],
  ['lastClickedAt', instantField('lastClickedAt')],
  ['lastRepliedAt', instantField('lastRepliedAt')],
  [
    'isFavorite',
    { kind: 'boolean', read: (contact) => contact.isFavorite, attributes: [['isFavorite']], path: undefined },
  ],
  ['groups', GROUPS_FIELD],
  ['tags', TAGS_FIELD],
]);

/** Names of the fields that every account has. */
export const AUDIENCE_FIELD_NAMES = [...FIELDS.keys()];
export const CUSTOM_FIELD_PREFIX = 'customFields.';
/** Longest name of a field in a condition: that of a custom field. */
export const MAX_FIELD_NAME_CHARACTERS = CUSTOM_FIELD_PREFIX.length + MAX_CUSTOM_FIELD_LABEL_CHARACTERS;

const KIND_OF_TYPE: Record<CustomFieldDefinition['type'], FieldKind> = {
  TEXT: 'text',
  SINGLE_SELECT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  MULTI_SELECT: 'options',
};

/**
 * Finds the field that a condition names.
 *
 * @returns `undefined` when there is no such field, or the custom field is disabled
 */
export function findAudienceField(name: string, schema: CustomFieldSchema): AudienceField | undefined {
  if (!name.startsWith(CUSTOM_FIELD_PREFIX)) return FIELDS.get(name);
  // Spaces around a label do not count, but they would have no end.
  if ([...name].length > MAX_FIELD_NAME_CHARACTERS) return undefined;
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
      // A selection without options counts as empty.
      return Array.isArray(value) && value.length === 0 ? undefined : value;
    },
  };
}
