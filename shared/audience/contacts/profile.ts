import { customFieldKey, type CustomFieldSchema, visibleFields } from '../custom-fields/custom-field-schema';
import { readCustomFields } from '../custom-fields/read-custom-fields';
import { invalidRequest } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import type { Address, Contact } from './contact';
import type { AddressBody, ContactBody } from './contact.schema';
import { parseCountry } from './countries';
import { deriveTimeZone } from './time-zone';

/** The part of a contact that clients write, with `tz`, which follows from it. */
export type Profile = Pick<
  Contact,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'birthDate'
  | 'gender'
  | 'address'
  | 'tz'
  | 'isFavorite'
  | 'customFields'
>;

const ADDRESS_FIELDS = ['street', 'city', 'state', 'postalCode', 'country'] as const;

/** The profile of a contact about which nothing was said; its `tz` can come from the phone number alone. */
export function emptyProfile(phoneNumber: E164): Profile {
  return {
    firstName: undefined,
    lastName: undefined,
    email: undefined,
    birthDate: undefined,
    gender: undefined,
    address: undefined,
    tz: deriveTimeZone({ phoneNumber }),
    isFavorite: false,
    customFields: {},
  };
}

/**
 * Applies a validated body to a profile as a JSON Merge Patch: absent means unchanged, a value sets, `null` or an
 * empty string clears. Sub-fields of the address and custom fields are merged one by one. On an empty profile this is
 * what create does.
 *
 * @returns the profile after the patch; whoever writes compares it with the one before
 * @throws ServiceError InvalidCustomField for a custom field, InvalidRequest for a country that there is not
 *
 * **Source:** rules 4.4, 4.5; RFC 7396.
 */
export function patchProfile(
  profile: Profile,
  patch: { body: ContactBody; schema: CustomFieldSchema; phoneNumber: E164 },
): Profile {
  const { body, schema, phoneNumber } = patch;
  const address = patchAddress(profile.address, body.address);
  return {
    firstName: patchText(profile.firstName, body.firstName),
    lastName: patchText(profile.lastName, body.lastName),
    email: patchText(profile.email, body.email),
    birthDate: patchText(profile.birthDate, body.birthDate),
    gender: patchText(profile.gender, body.gender),
    address,
    tz:
      body.address === undefined
        ? profile.tz
        : deriveTimeZone({ phoneNumber, postalCode: address?.postalCode, country: address?.country }),
    isFavorite: body.isFavorite === undefined ? profile.isFavorite : (body.isFavorite ?? false),
    customFields: patchCustomFields(profile.customFields, { input: body.customFields, schema }),
  };
}

function patchText<Text extends string>(
  before: Text | undefined,
  value: Text | '' | null | undefined,
): Text | undefined {
  if (value === undefined) return before;
  return value === null || value === '' ? undefined : value;
}

/** An address without any field is none. */
function patchAddress(
  before: Address | undefined,
  body: AddressBody | null | undefined,
): Address | undefined {
  if (body === undefined) return before;
  if (body === null) return undefined;
  const after: Address = {};
  for (const field of ADDRESS_FIELDS) {
    const value = patchText(before?.[field], body[field]);
    if (value !== undefined) after[field] = field === 'country' && body.country ? readCountry(value) : value;
  }
  return Object.keys(after).length > 0 ? after : undefined;
}

function readCountry(raw: string): string {
  const country = parseCountry(raw);
  if (country === undefined) {
    throw invalidRequest({ pointer: '/address/country', reason: 'must be an ISO 3166-1 alpha-2 code' });
  }
  return country;
}

/** Clearing all fields leaves disabled ones alone: they cannot be written. */
function patchCustomFields(
  before: Profile['customFields'],
  patch: { input: ContactBody['customFields']; schema: CustomFieldSchema },
): Profile['customFields'] {
  const { input, schema } = patch;
  if (input === undefined) return before;
  const { set, clear } =
    input === null
      ? { set: {}, clear: visibleFields(schema).map((field) => customFieldKey(field.number)) }
      : readCustomFields(input, schema);
  const kept = Object.entries(before).filter(([key]) => !clear.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}
