import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type MetadataJson,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/core';
import metadataText from './generated/metadata';

export type { CountryCode, PhoneNumber };

let metadata: MetadataJson | undefined;

/**
 * Reads the lengths and prefixes of all countries when the first number is parsed, so that functions start without
 * them.
 */
const readMetadata = (): MetadataJson => (metadata ??= JSON.parse(metadataText) as MetadataJson);

/** @param country of a number without country code */
export const parsePhone = (text: string, country?: CountryCode): PhoneNumber | undefined =>
  country === undefined
    ? parsePhoneNumberFromString(text, readMetadata())
    : parsePhoneNumberFromString(text, country, readMetadata());

export const isCountryWithPhones = (code: string): code is CountryCode =>
  isSupportedCountry(code as CountryCode, readMetadata());

/** Returns the digits of a country code, without the plus. */
export const callingCodeOf = (country: CountryCode): string => getCountryCallingCode(country, readMetadata());
