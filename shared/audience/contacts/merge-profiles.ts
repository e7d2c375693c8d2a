import type { E164 } from '../../phone-numbers/e164';
import { type CustomFieldSchema, customFieldKey } from '../custom-fields/custom-field-schema';
import { ADDRESS_FIELDS } from './address';
import { customValue, OWN_FIELDS, ownValue } from './compare-profiles';
import type { ContactBody } from './contact-fields';
import { patchProfile, type Profile } from './profile';

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

/** Builds the patch that replaces an address as a whole. */
const wholeAddress = ({ address }: Profile) =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address?.[field] ?? null]));
