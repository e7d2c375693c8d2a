import type { PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import type { CustomField } from '../api/schemas';

type Kind = 'text' | 'number' | 'date' | 'boolean' | 'choices';

/** Field by which contacts can be filtered. */
export interface FilterField {
  /** Name in the API: `firstName`, `customFields.Plan`. */
  field: string;
  label: string;
  group: 'Contact' | 'Address' | 'Custom fields';
  kind: Kind;
  options?: readonly string[] | undefined;
}

const contactField = (
  field: string,
  label: string,
  kind: Kind = 'text',
  options?: string[],
): FilterField => ({
  field,
  label,
  group: 'Contact',
  kind,
  options,
});
const addressField = (field: string, label: string): FilterField => ({
  field: `address.${field}`,
  label,
  group: 'Address',
  kind: 'text',
});

const STANDARD: FilterField[] = [
  contactField('firstName', 'First name'),
  contactField('lastName', 'Last name'),
  contactField('email', 'Email'),
  contactField('phoneNumber', 'Phone number'),
  contactField('gender', 'Gender', 'text', ['FEMALE', 'MALE', 'OTHER']),
  contactField('birthDate', 'Date of birth', 'date'),
  contactField('createdAt', 'Added on', 'date'),
  contactField('tz', 'Time zone', 'text', [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
  ]),
  contactField('isFavorite', 'Favorite', 'boolean'),
  addressField('street', 'Street'),
  addressField('city', 'City'),
  addressField('state', 'State'),
  addressField('postalCode', 'Postal code'),
  addressField('country', 'Country'),
];

const KINDS: Record<CustomField['type'], Kind> = {
  TEXT: 'text',
  SINGLE_SELECT: 'text',
  NUMBER: 'number',
  DATE: 'date',
  BOOLEAN: 'boolean',
  MULTI_SELECT: 'choices',
};

export function filterFieldsOf(customFields: readonly CustomField[]): FilterField[] {
  return [
    ...STANDARD,
    ...customFields.map((definition): FilterField => ({
      field: `customFields.${definition.label}`,
      label: definition.label,
      group: 'Custom fields',
      kind: KINDS[definition.type],
      options: 'options' in definition ? definition.options : undefined,
    })),
  ];
}

/** Key of the property that tests if a field is filled in. */
export const FILLED_IN = 'filled in';
/** Suffixes of the properties of dates that take a number of days. */
export const WITHIN_LAST_DAYS = ' within last days';
export const ANNIVERSARY_IN_DAYS = ' anniversary in days';

const OPERATORS: Record<Kind, string[]> = {
  text: ['=', '!=', ':', '!:', '^', '!^'],
  number: ['=', '!=', '<', '<=', '>', '>='],
  date: ['=', '<', '>'],
  boolean: ['='],
  choices: [':', '!:'],
};

/** Returns the properties of the filter in the form of the component. */
export function filteringProperties(fields: readonly FilterField[]): PropertyFilterProps.FilteringProperty[] {
  const property = (field: FilterField, key: string, label: string, operators: string[]) => ({
    key,
    propertyLabel: label,
    groupValuesLabel: `Values of ${label}`,
    group: field.group,
    operators,
    ...(operators.includes('=') && { defaultOperator: '=' as const }),
  });
  return [
    ...fields.flatMap((field) => [
      property(field, field.field, field.label, OPERATORS[field.kind]),
      ...(field.kind === 'date'
        ? [
            property(field, field.field + WITHIN_LAST_DAYS, `${field.label}: within the last days`, [
              '=',
              '!=',
            ]),
            property(field, field.field + ANNIVERSARY_IN_DAYS, `${field.label}: anniversary in days`, [
              '=',
              '!=',
            ]),
          ]
        : []),
    ]),
    {
      ...{ key: FILLED_IN, propertyLabel: 'Filled in', groupValuesLabel: 'Fields' },
      operators: ['=', '!='].map((operator) => ({
        operator,
        format: (value: unknown) => fields.find(({ field }) => field === value)?.label ?? String(value),
      })),
    },
  ] as PropertyFilterProps.FilteringProperty[];
}

export function filteringOptions(fields: readonly FilterField[]): PropertyFilterProps.FilteringOption[] {
  return [
    ...fields.flatMap((field) => [
      ...(field.options ?? []).map((value) => ({ propertyKey: field.field, value })),
      ...(field.kind === 'boolean'
        ? [
            { propertyKey: field.field, value: 'true', label: 'Yes' },
            { propertyKey: field.field, value: 'false', label: 'No' },
          ]
        : []),
      { propertyKey: FILLED_IN, value: field.field, label: field.label },
    ]),
  ];
}
