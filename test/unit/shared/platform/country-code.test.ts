import { getCountries } from 'libphonenumber-js/min';
import { parseCountry } from '../../../../shared/platform/country-code';

describe('country codes (rules 2.4)', () => {
  it.each([
    ['US', 'US'],
    ['us', 'US'],
    ['dE', 'DE'],
    ['gb', 'GB'],
    ['AX', 'AX'],
    ['zw', 'ZW'],
  ])('reads %s as %s', (raw, country) => {
    expect(parseCountry(raw)).toBe(country);
  });

  it.each(['', 'U', 'USA', 'XX', 'ZZ', 'UK', 'EU', 'XK', 'AN', 'SU', ' US', 'U1', 'ıt', 'ﬁ', '840'])(
    'refuses %j',
    (raw) => {
      expect(parseCountry(raw)).toBeUndefined();
    },
  );

  it('knows every country that has phone numbers and a code of its own', () => {
    // Ascension and Tristan da Cunha are only reserved; Kosovo has a code for private use.
    const withoutCode = ['AC', 'TA', 'XK'];
    expect(getCountries().filter((country) => parseCountry(country) === undefined)).toEqual(withoutCode);
  });

  it('knows 249 codes', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const known = letters.flatMap((a) => letters.filter((b) => parseCountry(a + b) !== undefined));
    expect(known).toHaveLength(249);
  });
});
