import { isDeepStrictEqual } from 'node:util';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  customFieldKey,
  visibleFields,
} from '../custom-fields/custom-field-schema';
import { CONTACT_FIELD_NAMES } from './contact-fields';
import type { Profile } from './profile';

/** Field of a profile that a merge treats as a whole: a field of contacts, or a custom field by its key. */
export interface MergedField {
  field: string;
  /** Label of a custom field. */
  label?: string;
}

type OwnField = Exclude<(typeof CONTACT_FIELD_NAMES)[number], 'customFields'>;
export const OWN_FIELDS = CONTACT_FIELD_NAMES.filter((name): name is OwnField => name !== 'customFields');

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

/** Returns the value of a field; `undefined` when it is not set. A mark that is not set is no value. */
export function ownValue(profile: Profile, name: OwnField): unknown {
  return name === 'isFavorite' ? profile.isFavorite || undefined : profile[name];
}

/** Returns a value that was stored for this field, not for a deleted one with its number. */
export function customValue({ customFields }: Profile, { number, generation }: CustomFieldDefinition) {
  const stored = customFields[customFieldKey(number)];
  return stored?.generation === generation ? stored : undefined;
}
