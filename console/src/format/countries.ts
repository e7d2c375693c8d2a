import { COUNTRY_CODES } from '../../../shared/countries/country-code';

/** Territories without phone numbers of their own, for which the service takes no numbers. */
const WITHOUT_PHONES: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM']);

const names = new Intl.DisplayNames(undefined, { type: 'region' });

/** Returns the name of a country in the reader's language, such as “Canada” for CA. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Lists countries by their names, in the order of their codes. */
export const countryNames = (codes: readonly string[]): string => codes.map(countryName).join(', ');

/** Countries whose numbers can be texted, by name. */
export const COUNTRIES: readonly { value: string; label: string }[] = [...COUNTRY_CODES.keys()]
  .filter((code) => !WITHOUT_PHONES.has(code))
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((a, b) => a.label.localeCompare(b.label));
