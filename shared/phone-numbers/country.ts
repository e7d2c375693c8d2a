import type { E164 } from './e164';
import { callingCodeOf, type CountryCode, isCountryWithPhones, parsePhone } from './phone-library';

/** A country that has phone numbers, ISO 3166-1 alpha-2 in upper case. */
export type PhoneCountry = CountryCode;

/** Under +1 the area code and the digit behind it determine the country. */
const NANP_PREFIX_LENGTH = '+1'.length + 4;

// A broadcast has up to 50,000 numbers, and the library takes 50 microseconds for one under +1.
const countryByNanpPrefix = new Map<string, PhoneCountry | undefined>();

/** Reads a country in any case; `undefined` for what is none, or has no phone numbers. */
export function parsePhoneCountry(raw: string): PhoneCountry | undefined {
  const code = /^[A-Za-z]{2}$/.test(raw) ? raw.toUpperCase() : '';
  return isCountryWithPhones(code) ? code : undefined;
}

/** `undefined` for a number without a country: a fictional area code under +1, a satellite network. */
export function countryOf(phone: E164): PhoneCountry | undefined {
  if (!phone.startsWith('+1')) return parsePhone(phone)?.country;
  const prefix = phone.slice(0, NANP_PREFIX_LENGTH);
  if (!countryByNanpPrefix.has(prefix)) {
    countryByNanpPrefix.set(prefix, parsePhone(phone)?.country);
  }
  return countryByNanpPrefix.get(prefix);
}

/** All of +1 is one here. Numbers without a country count by their calling code. */
export function isOfSameCountry(a: E164, b: E164): boolean {
  if (a.startsWith('+1') || b.startsWith('+1')) return a.startsWith('+1') && b.startsWith('+1');
  const [ofA, ofB] = [a, b].map((phone) => parsePhone(phone));
  if (ofA?.country !== undefined && ofB?.country !== undefined) return ofA.country === ofB.country;
  return ofA !== undefined && ofA.countryCallingCode === ofB?.countryCallingCode;
}

/** Whether the number is of one of the countries. A number without a country is if it has their calling code. */
export function isOfCountry(phone: E164, countries: readonly PhoneCountry[]): boolean {
  const country = countryOf(phone);
  if (country !== undefined) return countries.includes(country);
  return countries.some((candidate) => phone.startsWith(`+${callingCodeOf(candidate)}`));
}
