import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { E164 } from '../../phone-numbers/e164';
import {
  CONTACT_FIELD_NAMES,
  type ContactBody,
  type ContactFieldAnswers,
  type ContactFieldValues,
  EACH_FIELD,
} from './contact-fields';
import type { Address } from './address';
import { searchFormOf } from './search-form';
import { stateCodeIn } from './state-code';
import { deriveTimeZone } from './time-zone';

/** Fields of a contact that clients write, its time zone, and what a search for it compares. */
export interface Profile extends ContactFieldValues {
  /** IANA name. */
  tz: string | undefined;
  /** Zone that an import gave; it is `tz` when none is derived. */
  importedTimeZone: string | undefined;
  /** Form of the names and the e-mail address that DynamoDB searches; absent when none is set. */
  searchForm: string | undefined;
}

/**
 * Applies a validated body to a profile as a JSON Merge Patch: an absent field stays, a value sets, `null` or an empty
 * string clears. Sub-fields of the address and custom fields are merged one by one. Create applies its body to an empty
 * profile.
 *
 * @throws ServiceError InvalidCustomField for a custom field, InvalidRequest for a country that does not exist
 *
 * **Source:** rules 4.4, 4.5; RFC 7396.
 */
export function patchProfile(
  profile: Profile,
  patch: { body: ContactBody; schema: CustomFieldSchema; phoneNumber: E164 },
): Profile {
  const { body, schema, phoneNumber } = patch;
  const after = Object.fromEntries(
    CONTACT_FIELD_NAMES.map((name) => [
      name,
      body[name] === undefined ? profile[name] : EACH_FIELD[name].patch(profile[name], body[name], schema),
    ]),
  ) as ContactFieldValues;
  const { importedTimeZone } = profile;
  const searchForm = searchFormOf(after);
  if (body.address === undefined) return { ...after, tz: profile.tz, importedTimeZone, searchForm };
  const address = after.address && withStateCode(after.address, phoneNumber);
  const tz = derivedTimeZone(phoneNumber, { address }) ?? importedTimeZone;
  return { ...after, address, tz, importedTimeZone, searchForm };
}

const withStateCode = (address: Address, phoneNumber: E164): Address =>
  address.state === undefined ? address : { ...address, state: stateCodeIn(address, phoneNumber) };

/** Sets the imported time zone of a profile, which is its `tz` when none is derived. **Source:** rules E5. */
export function withTimeZone(profile: Profile, phoneNumber: E164, timeZone: string): Profile {
  return {
    ...profile,
    tz: derivedTimeZone(phoneNumber, profile) ?? timeZone,
    importedTimeZone: timeZone,
  };
}

function derivedTimeZone(phoneNumber: E164, { address }: Pick<Profile, 'address'>): string | undefined {
  const { postalCode, country } = address ?? {};
  return deriveTimeZone({ phoneNumber, postalCode, country });
}

/** Returns the profile for an answer. Fields that are not set are `undefined`, which JSON leaves out. */
export function presentProfile(profile: Profile, schema: CustomFieldSchema) {
  const answers = Object.fromEntries(
    CONTACT_FIELD_NAMES.map((name) => [name, EACH_FIELD[name].present(profile[name], schema)]),
  ) as ContactFieldAnswers;
  return { ...answers, tz: profile.tz };
}

/** Attributes that the service derives from several fields. */
const DERIVED = ['tz', 'importedTimeZone', 'searchForm'] as const;
const PROFILE_NAMES: ReadonlyArray<keyof Profile> = [...CONTACT_FIELD_NAMES, ...DERIVED];

/** Compares two profiles, and returns the changes that turn the first into the second. */
export function changedAttributes(
  before: Profile,
  after: Profile,
): { names: Array<keyof Profile>; set: Partial<Profile>; remove: Array<keyof Profile> } {
  const names = PROFILE_NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return {
    names,
    set: Object.fromEntries(names.map((name) => [name, after[name]])),
    remove: names.filter((name) => after[name] === undefined),
  };
}

/**
 * Returns true for an attribute that is written as a whole after parts of it were merged, so that it must be written
 * onto the version that was read.
 */
export function isMerged(name: keyof Profile): boolean {
  return isDerived(name) || EACH_FIELD[name].isMerged;
}

const isDerived = (name: keyof Profile): name is (typeof DERIVED)[number] =>
  DERIVED.some((derived) => derived === name);
