import {
  countryOf,
  isOfCountry,
  parsePhoneCountry,
  type PhoneCountry,
} from '../../../../shared/phone-numbers/country';
import type { E164 } from '../../../../shared/phone-numbers/e164';

describe('the country of a phone number', () => {
  it.each([
    ['+12125550123', 'US'],
    ['+18005550123', 'US'],
    ['+14165550123', 'CA'],
    ['+18765550123', 'JM'],
    ['+17875550123', 'PR'],
    ['+4915112345678', 'DE'],
    ['+447400123456', 'GB'],
    ['+441534123456', 'JE'],
    ['+77012345678', 'KZ'],
    // An area code that does not exist, and a satellite network.
    ['+15555550123', undefined],
    ['+88216123456', undefined],
  ])('of %s is %s', (phone, country) => {
    expect(countryOf(phone as E164)).toBe(country);
    expect(countryOf(phone as E164)).toBe(country);
  });
});

describe('whether a number is of one of some countries', () => {
  it.each<[phone: string, countries: PhoneCountry[], isOf: boolean]>([
    ['+12125550123', ['US'], true],
    ['+12125550123', ['DE', 'US'], true],
    ['+12125550123', ['DE'], false],
    ['+12125550123', ['CA'], false],
    ['+14165550123', ['US'], false],
    ['+18765550123', ['US'], false],
    ['+4915112345678', ['US'], false],
    // Fictional numbers belong to every country of their calling code.
    ['+15555550123', ['US'], true],
    ['+15555550123', ['CA'], true],
    ['+15555550123', ['DE'], false],
    ['+88216123456', ['US', 'DE'], false],
    ['+12125550123', [], false],
  ])('%s of %j: %s', (phone, countries, isOf) => {
    expect(isOfCountry(phone as E164, countries)).toBe(isOf);
  });
});

describe('a country that an operator names', () => {
  it.each([
    ['US', 'US'],
    ['us', 'US'],
    ['De', 'DE'],
    ['UK', undefined],
    // It has no calling code.
    ['AQ', undefined],
    ['USA', undefined],
    ['1', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%j is %s', (raw, country) => {
    expect(parsePhoneCountry(raw)).toBe(country);
  });
});
