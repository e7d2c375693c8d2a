import type { E164 } from './e164';
import { callingCodeOf, type CountryCode, isCountryWithPhones, parsePhone } from './phone-library';

/** Country that has phone numbers, ISO 3166-1 alpha-2 in upper case. */
export type PhoneCountry = CountryCode;

/** Length of the prefix under +1 that determines the country: the area code and the digit after it. */
const NANP_PREFIX_LENGTH = '+1'.length + 4;

// A broadcast has up to 50,000 numbers, and the library takes 50 microseconds for one under +1.
const countryByNanpPrefix = new Map<string, PhoneCountry | undefined>();

/** Parses a country code in any case; `undefined` when it is invalid, or the country has no phone numbers. */
export function parsePhoneCountry(raw: string): PhoneCountry | undefined {
  const code = /^[A-Za-z]{2}$/.test(raw) ? raw.toUpperCase() : '';
  return isCountryWithPhones(code) ? code : undefined;
}

/**
 * Returns the country of a number; `undefined` for a number without one: a fictional area code under +1, a satellite
 * network.
 */
export function countryOf(phone: E164): PhoneCountry | undefined {
  if (!phone.startsWith('+1')) return parsePhone(phone)?.country;
  const prefix = phone.slice(0, NANP_PREFIX_LENGTH);
  if (!countryByNanpPrefix.has(prefix)) {
    countryByNanpPrefix.set(prefix, parsePhone(phone)?.country);
  }
  return countryByNanpPrefix.get(prefix);
}

/**
 * Returns true when two numbers have the same country; all of +1 counts as one. Numbers without a country count by
 * their calling code.
 */
export function isOfSameCountry(a: E164, b: E164): boolean {
  if (a.startsWith('+1') || b.startsWith('+1')) return a.startsWith('+1') && b.startsWith('+1');
  const [ofA, ofB] = [a, b].map((phone) => parsePhone(phone));
  if (ofA?.country !== undefined && ofB?.country !== undefined) return ofA.country === ofB.country;
  return ofA !== undefined && ofA.countryCallingCode === ofB?.countryCallingCode;
}

/**
 * Returns true when the number belongs to one of the countries. For a number without a country the calling code
 * decides.
 */
export function isOfCountry(phone: E164, countries: readonly PhoneCountry[]): boolean {
  const country = countryOf(phone);
  if (country !== undefined) return countries.includes(country);
  return countries.some((candidate) => phone.startsWith(`+${callingCodeOf(candidate)}`));
}
