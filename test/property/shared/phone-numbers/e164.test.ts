import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { formatInternational, parseE164, parseSender } from '../../../../shared/phone-numbers/e164';

const DIGITS = [...'0123456789'];
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength, maxLength });
const nearE164 = digits(0, 18).map((number) => `+${number}`);
const anyString = fc.string({ unit: 'binary', maxLength: 40 });
const almostPhone = fc.string({
  unit: fc.constantFrom(...DIGITS, '+', ' ', '-', '(', '\n', '\u0661', '\uFF11'),
});

describe('parseE164', () => {
  it('answers every string with that string or with undefined, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, nearE164, almostPhone), (raw) => {
        expect([raw, undefined]).toContain(parseE164(raw));
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts nothing but a plus and 7 to 15 ASCII digits that do not begin with 0', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, nearE164, almostPhone), (raw) => {
        expect(parseE164(raw) === undefined || /^\+[1-9][0-9]{6,14}(?![^])/.test(raw)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts what the library finds possible and reads back unchanged, and only that', () => {
    fc.assert(
      fc.property(digits(6, 16), (number) => {
        const raw = `+${number}`;
        const parsed = parsePhoneNumberFromString(raw);
        const isPossible = parsed !== undefined && parsed.isPossible() && parsed.number === raw;
        expect(parseE164(raw) === raw).toBe(isPossible && /^\+[1-9]\d{6,14}$/.test(raw));
      }),
      { numRuns: 5000 },
    );
  });

  it('accepts every ten digits under +1', () => {
    fc.assert(
      fc.property(digits(10, 10), (national) => {
        expect(parseE164(`+1${national}`)).toBe(`+1${national}`);
      }),
    );
  });

  it('rejects an accepted number with anything before or after it', () => {
    fc.assert(
      fc.property(
        digits(10, 10),
        fc.constantFrom(' ', '\n', '\r', '\t', '\0', '\u2028', 'x', '+'),
        (national, extra) => {
          const phone = `+1${national}`;
          expect([parseE164(phone + extra), parseE164(extra + phone)]).toEqual([undefined, undefined]);
        },
      ),
    );
  });

  it('rejects a number of which one digit is not ASCII', () => {
    const otherZeros = fc.constantFrom(0x0660, 0x06f0, 0x0966, 0xff10, 0x1d7ce);
    fc.assert(
      fc.property(digits(10, 10), fc.nat(9), otherZeros, (national, index, zero) => {
        const other = String.fromCodePoint(zero + Number(national[index]));
        expect(
          parseE164(`+1${national.slice(0, index)}${other}${national.slice(index + 1)}`),
        ).toBeUndefined();
      }),
    );
  });
});

describe('parseSender', () => {
  it('accepts 5 or 6 digits, whatever parseE164 accepts, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, nearE164, almostPhone, digits(0, 8)), (raw) => {
        const isShortCode = /^[0-9]{5,6}(?![^])/.test(raw);
        expect(parseSender(raw)).toBe(isShortCode ? raw : parseE164(raw));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('formatInternational', () => {
  it('changes nothing but the grouping', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          nearE164,
          digits(10, 10).map((national) => `+1${national}`),
        ),
        (raw) => {
          const phone = parseE164(raw);
          fc.pre(phone !== undefined);
          expect(formatInternational(phone).replace(/[^+0-9]/g, '')).toBe(phone);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
