import { countryNames, readCountry } from '../../../../shared/platform/country-name';

describe('names of countries (rules 2.4, E3, E5)', () => {
  it.each([
    ['US', 'US'],
    [' us ', 'US'],
    ['USA', 'US'],
    ['usa', 'US'],
    ['U.S.A.', 'US'],
    ['U.S.', 'US'],
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['The United States', 'US'],
    ['Canada', 'CA'],
    ['CAN', 'CA'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['GBR', 'GB'],
    ['DEU', 'DE'],
    ['CHE', 'CH'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ["Cote d'Ivoire", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['Saint Lucia', 'LC'],
    ['St. Lucia', 'LC'],
    ['Hong Kong', 'HK'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Czech Republic', 'CZ'],
  ])('reads %j as %s', (text, country) => {
    expect(readCountry(text)).toBe(country);
  });

  it.each([
    ['US', ['United States']],
    ['DE', ['Germany']],
    ['XX', []],
    ['', []],
    ['United States', []],
  ])('names %j %j', (code, names) => {
    expect(countryNames(code)).toEqual(names);
  });

  it.each(['', 'Atlantis', 'XX', 'EUR', 'USX', 'U', 'United', 'unitedstates x', '840'])(
    'does not know %j',
    (text) => {
      expect(readCountry(text)).toBeUndefined();
    },
  );
});
