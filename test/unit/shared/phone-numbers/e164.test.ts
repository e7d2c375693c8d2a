import type * as PhoneLibrary from 'libphonenumber-js/core';
import { parsePhoneNumberFromString as parseByLibrary } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import {
  formatInternational,
  parseE164,
  parsePhoneOfText,
  parseSender,
  type E164,
} from '../../../../shared/phone-numbers/e164';

jest.mock('libphonenumber-js/core', () => {
  const library = jest.requireActual<typeof PhoneLibrary>('libphonenumber-js/core');
  return { ...library, parsePhoneNumberFromString: jest.fn(library.parsePhoneNumberFromString) };
});

const isPossibleByLibrary = (rawPhone: string): boolean => {
  const parsed = parsePhoneNumberFromString(rawPhone);
  return parsed?.number === rawPhone && parsed.isPossible();
};

describe('parseE164 (rules 2.1, code 33003)', () => {
  it.each([
    ['a US number', '+12125550123'],
    ['a fictional US number', '+15555550123'],
    ['the first number of the simulator', '+15005550001'],
    ['the last number of the simulator', '+15005550012'],
    ['a US toll-free number', '+18005550199'],
    ['a Canadian number', '+14165550123'],
    ['a number of Puerto Rico', '+17875550123'],
    ['a British mobile number', '+447911123456'],
    ['a German number of the shortest mobile length', '+4915112345678'],
    ['an Italian number with its leading zero', '+390612345678'],
    ['a Brazilian mobile number', '+5511987654321'],
    ['an Argentine mobile number', '+5491123456789'],
    ['a Mexican number', '+525512345678'],
    ['an international freephone number', '+80012345678'],
    ['7 digits, the fewest', '+2902345'],
    ['15 digits, the most', '+883130123456789'],
  ])('accepts %s', (_, rawPhone) => {
    expect(parseE164(rawPhone)).toBe(rawPhone);
  });

  it.each([
    ['the empty string', ''],
    ['a lone plus', '+'],
    ['a missing plus', '12125550123'],
    ['national form', '(212) 555-0123'],
    ['spaces inside', '+1 212 555 0123'],
    ['hyphens inside', '+1-212-555-0123'],
    ['a leading space', ' +12125550123'],
    ['a trailing space', '+12125550123 '],
    ['a trailing line feed', '+12125550123\n'],
    ['a trailing line feed abroad', '+447911123456\n'],
    ['a second line', '+12125550123\n+12125550124'],
    ['a trailing NUL', '+12125550123\0'],
    ['a trailing letter', '+12125550123x'],
    ['an extension', '+12125550123;ext=5'],
    ['letters for digits', '+1212555HELP'],
    ['two pluses', '++12125550123'],
    ['a fullwidth plus', '\uFF0B12125550123'],
    ['fullwidth digits', '+1212555012\uFF13'],
    ['Arabic-Indic digits', '+1\u0662\u0661\u06625550123'],
    ['a zero width space', '+1\u200B2125550123'],
    ['a left-to-right mark in front', '\u200E+12125550123'],
    ['percent-encoding', '%2B12125550123'],
    ['a country code that begins with 0', '+02125550123'],
    ['9 national digits under +1', '+1212555012'],
    ['11 national digits under +1', '+121255501234'],
    ['6 digits', '+290234'],
    ['16 digits', '+8831301234567890'],
    ['an unassigned country code', '+999123456789'],
    ['a length that its country does not have', '+3361234567'],
    ['a US number behind the trunk prefix 1', '+112125550123'],
    ['a British number behind the trunk prefix 0', '+4407911123456'],
    ['a German number behind the trunk prefix 0', '+49015112345678'],
    ['a tel URI', 'tel:+12125550123'],
    ['a short code', '12345'],
  ])('rejects %s', (_, rawPhone) => {
    expect(parseE164(rawPhone)).toBeUndefined();
  });

  it('agrees with the library on every area code of +1, which it does not ask', () => {
    const rawPhones = Array.from({ length: 1000 }, (_, areaCode) =>
      String(areaCode).padStart(3, '0'),
    ).flatMap((areaCode) =>
      ['0000000', '1111111', '2345678', '5550123'].map((local) => `+1${areaCode}${local}`),
    );
    expect(rawPhones.filter((rawPhone) => !isPossibleByLibrary(rawPhone))).toEqual([]);
    expect(rawPhones.filter((rawPhone) => parseE164(rawPhone) !== rawPhone)).toEqual([]);
  });

  it('asks the library, which takes a hundred times as long, about no number under +1', () => {
    const rawPhones = Array.from({ length: 50_000 }, (_, n) => `+1212${String(2_000_000 + n)}`);
    const library = jest.mocked(parseByLibrary).mockClear();
    expect(rawPhones.map(parseE164)).toEqual(rawPhones);
    expect(library).toHaveBeenCalledTimes(0);
    parseE164('+447911123456');
    expect(library).toHaveBeenCalledTimes(1);
  });
});

describe('parsePhoneOfText', () => {
  it.each([
    ['a US number', '+12125550123', '+12125550123'],
    ['a Mexican number', '+525512345678', '+525512345678'],
    ['the older form of a Mexican mobile', '+5215512345678', '+525512345678'],
    ['a digit less than the older Mexican form', '+521551234567', '+521551234567'],
    ['a digit more than the older Mexican form', '+52155123456789', '+52155123456789'],
    ['a length that its country had once', '+22507123456', '+22507123456'],
    ['an unassigned country code', '+999123456789', '+999123456789'],
    ['7 digits, the fewest', '+2902345', '+2902345'],
    ['15 digits, the most', '+999123456789012', '+999123456789012'],
  ])('reads %s', (_title, rawPhone, phone) => {
    expect(parsePhoneOfText(rawPhone)).toBe(phone);
  });

  it.each([
    ['the empty string', ''],
    ['a missing plus', '12125550123'],
    ['6 digits', '+290234'],
    ['16 digits', '+9991234567890123'],
    ['a country code that begins with 0', '+02125550123'],
    ['a trailing line feed', '+22507123456\n'],
    ['a short code', '12345'],
    ['an alphanumeric sender', 'ACME'],
  ])('reads no phone number in %s', (_title, rawPhone) => {
    expect(parsePhoneOfText(rawPhone)).toBeUndefined();
  });
});

describe('parseSender (rules 2.1, 8.2)', () => {
  it.each(['12345', '123456', '00000', '+12125550123', '+447911123456'])('accepts %s', (raw) => {
    expect(parseSender(raw)).toBe(raw);
  });

  it.each([
    ['4 digits', '1234'],
    ['7 digits', '1234567'],
    ['a short code with a plus', '+12345'],
    ['a short code with a space', '12345 '],
    ['a short code with a line feed', '12345\n'],
    ['a short code in Arabic-Indic digits', '\u0661\u0662\u0663\u0664\u0665'],
    ['an alphanumeric sender', 'ACME1'],
    ['national form', '2125550123'],
    ['the empty string', ''],
  ])('rejects %s', (_, raw) => {
    expect(parseSender(raw)).toBeUndefined();
  });
});

describe('formatInternational (rules 2.7)', () => {
  it.each([
    ['+12125550123', '+1 212 555 0123'],
    ['+15555550123', '+1 555 555 0123'],
    ['+15005550001', '+1 500 555 0001'],
    ['+14165550123', '+1 416 555 0123'],
    ['+11111111111', '+1 111 111 1111'],
    ['+442071234567', '+44 20 7123 4567'],
    ['+33612345678', '+33 6 12 34 56 78'],
    ['+390612345678', '+39 06 1234 5678'],
    ['+525512345678', '+52 55 1234 5678'],
  ])('writes %s as %s', (phone, formatted) => {
    expect(formatInternational(phone as E164)).toBe(formatted);
  });

  it('writes a US number in 15 characters', () => {
    expect(formatInternational('+12125550123' as E164)).toHaveLength(15);
  });

  it('writes area codes in use as the library does', () => {
    const phones = ['201', '312', '415', '787', '800', '907', '876'].map(
      (areaCode) => `+1${areaCode}5550123`,
    );
    expect(phones.map((phone) => formatInternational(phone as E164))).toEqual(
      phones.map((phone) => parsePhoneNumberFromString(phone)?.formatInternational()),
    );
  });
});
