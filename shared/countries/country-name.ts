import { COUNTRY_CODES, parseCountry } from './country-code';
import { plainName } from '../text/plain-name';

/** Names that people write in addition to those of `Intl.DisplayNames`, in the form of `plainName`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  us: 'US',
  unitedstatesofamerica: 'US',
  theunitedstates: 'US',
  america: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  thenetherlands: 'NL',
  holland: 'NL',
  czechrepublic: 'CZ',
  turkey: 'TR',
  ivorycoast: 'CI',
  cotedivoire: 'CI',
  hongkong: 'HK',
  macau: 'MO',
  macao: 'MO',
  burma: 'MM',
  myanmar: 'MM',
  russianfederation: 'RU',
  vietnam: 'VN',
  unitedarabemirates: 'AE',
  uae: 'AE',
  republicofkorea: 'KR',
  korea: 'KR',
  saintlucia: 'LC',
};

let displayNames: Intl.DisplayNames | undefined;
const nameOf = (code: string): string | undefined => {
  displayNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return displayNames.of(code);
};

/** Returns the English name of a country by its alpha-2 code; empty for other text. */
export function countryNames(code: string): readonly string[] {
  const name = parseCountry(code) === undefined ? undefined : nameOf(code.toUpperCase());
  return name === undefined ? [] : [name];
}

let codeByName: Map<string, string> | undefined;

/**
 * Reads a country as people write it: its alpha-2 or alpha-3 code, or its English name.
 *
 * @returns the alpha-2 code; `undefined` for text that names no country
 *
 * **Source:** rules E3, E5.
 */
export function readCountry(text: string): string | undefined {
  const code = parseCountry(text.trim());
  if (code !== undefined) return code;
  codeByName ??= namesOfCountries();
  return codeByName.get(plainName(text));
}

function namesOfCountries(): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [alpha2, alpha3] of COUNTRY_CODES) {
    byName.set(alpha3.toLowerCase(), alpha2);
    const name = nameOf(alpha2);
    if (name !== undefined) byName.set(plainName(name), alpha2);
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) byName.set(name, code);
  return byName;
}
