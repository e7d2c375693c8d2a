import { isDeepStrictEqual } from 'node:util';
import type { E164 } from '../../phone-numbers/e164';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  customFieldKey,
  visibleFields,
} from '../custom-fields/custom-field-schema';
import { ADDRESS_FIELDS } from './address';
import { CONTACT_FIELD_NAMES, type ContactBody } from './contact-fields';
import { patchProfile, type Profile } from './profile';

/** Field of a profile that a merge treats as a whole: a field of contacts, or a custom field by its key. */
export interface MergedField {
  field: string;
  /** Label of a custom field. */
  label?: string;
}

type OwnField = Exclude<(typeof CONTACT_FIELD_NAMES)[number], 'customFields'>;
const OWN_FIELDS = CONTACT_FIELD_NAMES.filter((name): name is OwnField => name !== 'customFields');

/**
 * Compares the profiles of two contacts of one person.
 *
 * @returns `fills`: fields that only the double has; `differs`: fields that both have with different values. Disabled
 *   custom fields are in neither
 */
export function compareProfiles(
  { kept, double }: { kept: Profile; double: Profile },
  schema: CustomFieldSchema,
): { fills: MergedField[]; differs: MergedField[] } {
  const values = [
    ...OWN_FIELDS.map((field) => ({
      name: { field },
      kept: ownValue(kept, field),
      double: ownValue(double, field),
    })),
    ...visibleFields(schema).map((field) => ({
      name: { field: customFieldKey(field.number), label: field.label },
      kept: customValue(kept, field)?.value,
      double: customValue(double, field)?.value,
    })),
  ].filter((both) => both.double !== undefined);
  return {
    fills: values.filter((both) => both.kept === undefined).map(({ name }) => name),
    differs: values
      .filter((both) => both.kept !== undefined && !isDeepStrictEqual(both.kept, both.double))
      .map(({ name }) => name),
  };
}

/**
 * Returns the profile of the kept contact after a merge: it takes what it lacks from the double, disabled custom fields
 * included, and keeps what both have. An address is one value. The time zone is that of the kept contact's number.
 *
 * @param merge.take names of fields that both have, of which the double's value is taken
 */
export function mergeProfiles(
  { kept, double }: { kept: Profile; double: Profile },
  merge: { take: readonly string[]; schema: CustomFieldSchema; phoneNumber: E164 },
): Profile {
  const { take, schema, phoneNumber } = merge;
  const isTaken = (name: string, keptValue: unknown) => keptValue === undefined || take.includes(name);
  const body: ContactBody = {};
  for (const name of OWN_FIELDS) {
    const value = ownValue(double, name);
    if (value === undefined || !isTaken(name, ownValue(kept, name))) continue;
    Object.assign(body, { [name]: name === 'address' ? wholeAddress(double) : value });
  }
  const customFields = { ...kept.customFields };
  for (const field of schema.fields) {
    const key = customFieldKey(field.number);
    const value = customValue(double, field);
    if (value !== undefined && isTaken(key, customValue(kept, field))) customFields[key] = value;
  }
  const importedTimeZone = kept.importedTimeZone ?? double.importedTimeZone;
  const known = { ...kept, customFields, importedTimeZone, tz: kept.tz ?? importedTimeZone };
  return patchProfile(known, { body, schema, phoneNumber });
}

/** Returns the value of a field; `undefined` when it is not set. A mark that is not set is no value. */
function ownValue(profile: Profile, name: OwnField): unknown {
  return name === 'isFavorite' ? profile.isFavorite || undefined : profile[name];
}

/** Returns a value that was stored for this field, not for a deleted one with its number. */
function customValue({ customFields }: Profile, { number, generation }: CustomFieldDefinition) {
  const stored = customFields[customFieldKey(number)];
  return stored?.generation === generation ? stored : undefined;
}

/** Builds the patch that replaces an address as a whole. */
const wholeAddress = ({ address }: Profile) =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address?.[field] ?? null]));
