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
  { value: 'isFavorite', label: 'Favorite contact (yes or no)' },
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

/** Returns true when a column is the phone number, without which the service reads no file. */
export const hasPhoneColumn = (
  columns: readonly string[],
  { mapping, known }: { mapping: Readonly<Record<string, string>>; known: readonly ColumnField[] },
): boolean => columns.some((name) => (mapping[name] ?? fieldByName(name, known)?.value) === 'phoneNumber');

/** Words that the service reads as yes or no. */
const YES_OR_NO = /^(true|false|yes|no|y|n|1|0)$/i;

/**
 * Returns what is wrong with a column that is read as yes or no, such as “Favourite drink” with “Latte”: the service
 * rejects each row with another value.
 */
export function columnFault(field: ColumnField | undefined, values: readonly string[]): string | undefined {
  if (field?.value !== 'isFavorite') return undefined;
  const other = values.map((value) => value.trim()).find((value) => value !== '' && !YES_OR_NO.test(value));
  return other === undefined
    ? undefined
    : `“${other}” is neither yes nor no: rows with such a value are rejected. Choose another field, or create a custom field for it.`;
}

const normalize = (label: string) => label.normalize('NFC').trim().toLowerCase();
