import { COUNTRIES, countryName, countryNames } from '../../../console/src/format/countries';
import { COUNTRY_CODES } from '../../../shared/countries/country-code';
import { parsePhoneCountry } from '../../../shared/phone-numbers/country';

describe('the countries that can be chosen', () => {
  it('are those whose numbers the service takes', () => {
    const taken = [...COUNTRY_CODES.keys()].filter((code) => parsePhoneCountry(code) !== undefined);
    expect(COUNTRIES.map(({ value }) => value).sort()).toEqual(taken.sort());
  });

  it('stand in the order of their names', () => {
    const names = COUNTRIES.map(({ label }) => label);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    expect(names.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands']);
  });
});

describe('a country', () => {
  it('has a name, and a list the names of all', () => {
    expect(countryName('CA')).toBe('Canada');
    expect(countryNames(['US', 'CA'])).toBe('United States, Canada');
    expect(countryNames([])).toBe('');
  });
});
