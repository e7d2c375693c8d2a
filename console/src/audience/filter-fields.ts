import { SUPPORTED_TIME_ZONES } from '../../../shared/audience/contacts/time-zone-names';
import { statesOf } from '../../../shared/audience/contacts/state-code';
import type { CustomField, Group } from '../api/schemas';
import { COUNTRIES } from '../format/countries';
import { countOf } from '../format/numbers';

type Kind = 'text' | 'number' | 'date' | 'boolean' | 'choices' | 'memberships';

/** Value that a field is known to have, with its name and the heading under which it is listed. */
export interface FieldOption {
  value: string;
  label: string;
  group?: string;
  description?: string;
}

/** Field by which contacts can be filtered. */
export interface FilterField {
  /** Name in the API: `firstName`, `customFields.Plan`. */
  field: string;
  label: string;
  group: 'Contact' | 'Address' | 'Groups' | 'Custom fields';
  kind: Kind;
  /** Values to choose from; absent: any text. */
  options?: readonly FieldOption[];
  /** Other words by which people look for the field. */
  words?: readonly string[];
  /** True for a date that people celebrate each year: a rule asks for the next one first. */
  isAnniversary?: true;
  /** True when the field may have other values than its options. */
  isOpen?: true;
  /** Words for a value that is none of the options, where values are ids; absent: the value itself. */
  unknown?: string;
}

const contactField = (field: string, label: string, more: Partial<FilterField> = {}): FilterField => ({
  ...{ field, label, group: 'Contact', kind: 'text' },
  ...more,
});
const addressField = (field: string, label: string, more: Partial<FilterField> = {}): FilterField =>
  contactField(`address.${field}`, label, { group: 'Address', ...more });
const asOption = (value: string): FieldOption => ({ value, label: value });

const COUNTRY_HEADINGS = { US: 'United States', CA: 'Canada' };
const STATES: readonly FieldOption[] = (['US', 'CA'] as const).flatMap((country) =>
  statesOf(country).map(({ code, name }) => ({ value: code, label: name, group: COUNTRY_HEADINGS[country] })),
);

const GENDERS: readonly FieldOption[] = [
  { value: 'FEMALE', label: 'Female' },
  { value: 'MALE', label: 'Male' },
  { value: 'OTHER', label: 'Other' },
];

/** Other words for the time of the last text. */
export const LAST_TEXT_WORDS = ['texted', 'messaged', 'contacted'];

const STANDARD: FilterField[] = [
  contactField('firstName', 'First name'),
  contactField('lastName', 'Last name'),
  contactField('email', 'Email', { words: ['e-mail', 'mail'] }),
  contactField('phoneNumber', 'Phone number', { words: ['mobile', 'cell'] }),
  contactField('gender', 'Gender', { options: GENDERS }),
  contactField('birthDate', 'Date of birth', {
    kind: 'date',
    isAnniversary: true,
    words: ['birthday', 'age'],
  }),
  contactField('createdAt', 'Date added', { kind: 'date', words: ['created', 'new', 'joined'] }),
  contactField('lastTextedAt', 'Last text', { kind: 'date', words: LAST_TEXT_WORDS }),
  contactField('lastClickedAt', 'Last click', { kind: 'date' }),
  contactField('lastRepliedAt', 'Last reply', { kind: 'date', words: ['answered'] }),
  contactField('tz', 'Time zone', {
    options: SUPPORTED_TIME_ZONES.map(asOption),
    isOpen: true,
    words: ['timezone'],
  }),
  contactField('isFavorite', 'Favorite', { kind: 'boolean', words: ['favourite', 'starred'] }),
  addressField('street', 'Street'),
  addressField('city', 'City', { words: ['town'] }),
  addressField('state', 'State', { options: STATES, isOpen: true, words: ['province'] }),
  addressField('postalCode', 'Postal code', { words: ['ZIP code', 'postcode'] }),
  addressField('country', 'Country', { options: COUNTRIES, isOpen: true }),
];

const KINDS: Record<CustomField['type'], Kind> = {
  TEXT: 'text',
  SINGLE_SELECT: 'text',
  NUMBER: 'number',
  DATE: 'date',
  BOOLEAN: 'boolean',
  MULTI_SELECT: 'choices',
};

/** Returns the fields that a rule of the account can use: the time of the last text only where the account keeps it. */
export const usableFields = (
  fields: readonly FilterField[],
  { trackLastTexted }: { trackLastTexted: boolean },
): FilterField[] => fields.filter(({ field }) => trackLastTexted || field !== 'lastTextedAt');

/**
 * Returns the fields of every account, followed by those of its own.
 *
 * @param groups the groups of the account, with their tags; absent while they are not known
 */
export function filterFieldsOf(
  customFields: readonly CustomField[],
  groups?: readonly Group[],
): FilterField[] {
  return [
    ...STANDARD,
    ...membershipFields(groups),
    ...customFields.map((definition): FilterField => ({
      field: `customFields.${definition.label}`,
      label: definition.label,
      group: 'Custom fields',
      kind: KINDS[definition.type],
      ...optionsOf(definition),
    })),
  ];
}

function membershipFields(groups: readonly Group[] | undefined): FilterField[] {
  const field = (name: string, label: string, options: readonly FieldOption[]): FilterField => ({
    ...{ field: name, label, group: 'Groups', kind: 'memberships', options },
    unknown: groups === undefined ? `a ${label.toLowerCase()}` : `a deleted ${label.toLowerCase()}`,
  });
  const known = groups ?? [];
  return [
    field(
      ...(['groups', 'Group'] as const),
      known.map(({ id, name, contactCount }) => ({
        ...{ value: id, label: name, description: countOf(contactCount, 'member') },
      })),
    ),
    field('tags', 'Tag', tagOptions(known)),
  ];
}

/** Returns the tags of groups under the names of these. A tag that several groups have is named with its group. */
function tagOptions(groups: readonly Group[]): FieldOption[] {
  const names = groups.flatMap(({ tags }) => tags.map(({ name }) => name));
  const isShared = (name: string) => names.filter((other) => other === name).length > 1;
  return groups.flatMap((group) =>
    group.tags.map(({ id, name }) => ({
      value: id,
      label: isShared(name) ? `${name} (${group.name})` : name,
      group: group.name,
    })),
  );
}

function optionsOf(definition: CustomField): Pick<FilterField, 'options'> {
  const options = ('options' in definition && definition.options) || [];
  return options.length === 0 ? {} : { options: options.map(asOption) };
}
