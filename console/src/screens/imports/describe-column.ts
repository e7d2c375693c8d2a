import { findColumnAlias } from '../../../../shared/audience/import/column-aliases';
import { CUSTOM_FIELD_PREFIX, READ_ONLY_COLUMNS } from '../../../../shared/audience/import/column-names';

/** Field that a column can fill: its name in the API and its label. */
interface ColumnField {
  value: string;
  label: string;
}

const STANDARD: readonly ColumnField[] = [
  { value: 'phoneNumber', label: 'Phone number' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'email', label: 'Email' },
  { value: 'birthDate', label: 'Date of birth' },
  { value: 'gender', label: 'Gender' },
  { value: 'address.street', label: 'Street' },
  { value: 'address.city', label: 'City' },
  { value: 'address.state', label: 'State' },
  { value: 'address.postalCode', label: 'Postal code' },
  { value: 'address.country', label: 'Country' },
  { value: 'isFavorite', label: 'Favorite' },
  { value: 'optedOut', label: 'Opted out' },
  { value: 'optedOutAt', label: 'Opted out on' },
];

/**
 * Returns the fields that columns can fill.
 *
 * @param options.hasGroup true when contacts join a group; tags need one
 */
export function columnFields(
  customFields: ReadonlyArray<{ label: string }>,
  { hasGroup }: { hasGroup: boolean },
): ColumnField[] {
  return [
    ...STANDARD,
    ...(hasGroup ? [{ value: 'tags', label: 'Tags in the group' }] : []),
    ...customFields.map(({ label }) => ({ value: CUSTOM_FIELD_PREFIX + label, label })),
  ];
}

/** Describes the field that the service assigns to a column by its name. */
export function describeByName(name: string, known: readonly ColumnField[]): string {
  const field = fieldByName(name, known);
  return field === undefined ? 'Left out' : `${field.label} (by its name)`;
}

/**
 * Returns the field of a column in the order of the service: a field's own name, a common name of a phone number, the
 * label of a custom field, another common name.
 */
export function fieldByName(name: string, known: readonly ColumnField[]): ColumnField | undefined {
  if (READ_ONLY_COLUMNS.has(name)) return undefined;
  const customField = (label: string) =>
    known.find(
      ({ value }) =>
        value.startsWith(CUSTOM_FIELD_PREFIX) &&
        normalize(value.slice(CUSTOM_FIELD_PREFIX.length)) === normalize(label),
    );
  const own = name.startsWith(CUSTOM_FIELD_PREFIX)
    ? customField(name.slice(CUSTOM_FIELD_PREFIX.length))
    : known.find(({ value }) => value === name);
  if (own !== undefined) return own;
  const alias = findColumnAlias(name)?.field;
  const common = known.find(({ value }) => value === alias);
  return alias === 'phoneNumber' ? common : (customField(name) ?? common);
}

const normalize = (label: string) => label.normalize('NFC').trim().toLowerCase();
