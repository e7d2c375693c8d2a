import { getCountries } from 'libphonenumber-js/min';

import { REQUEST_SCHEMAS } from '../../../../lib/generate/request-schemas';
import type { ServiceError } from '../../../../shared/errors/service-error';
import { isAnniversary, readDay, writeDay } from '../../../../shared/calendar/calendar-day';
import { parseCountry } from '../../../../shared/countries/country-code';
import { countryNames, readCountry } from '../../../../shared/countries/country-name';
import { readInstant, readInstantOrDay } from '../../../../shared/calendar/instant';
import { isNonCharacter, isStorableText, toStorableText } from '../../../../shared/text/storable-text';
import validateBatch from '../../../../shared/platform/validation/generated/send-batch';
import validateBroadcast from '../../../../shared/platform/validation/generated/send-broadcast';
import validateMessage from '../../../../shared/platform/validation/generated/send-message';
import { validateBody, type Validator } from '../../../../shared/platform/validation/validate-body';
import { validationReason } from '../../../../shared/platform/validation/internal/validation-reason';

const day = (text: string) => readDay(text) as number;

describe('E3: days', () => {
  it.each(['1970-01-01', '2024-02-29', '0001-01-01', '9999-12-31'])('reads and writes %s', (text) => {
    expect(writeDay(day(text))).toBe(text);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', ''])(
    'reads no day from %j',
    (text) => {
      expect(readDay(text)).toBeUndefined();
    },
  );

  it('counts days one by one over a leap day', () => {
    expect(day('2024-03-01') - day('2024-02-28')).toBe(2);
    expect(day('2026-03-01') - day('2026-02-28')).toBe(1);
  });

  it('does not write a year that has not four digits', () => {
    expect([writeDay(day('9999-12-31') + 1), writeDay(day('0001-01-01') - 367)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('E3: anniversaries', () => {
  it.each([
    ['1990-05-07', '2026-05-07', true],
    ['1990-05-07', '2026-05-08', false],
    ['1990-05-07', '2026-06-07', false],
    ['2024-02-29', '2028-02-29', true],
    ['2024-02-29', '2028-02-28', false],
    ['2024-02-29', '2027-02-28', true],
    ['2024-02-29', '2027-03-01', false],
    ['2023-02-28', '2028-02-28', true],
    ['2023-02-28', '2028-02-29', false],
    ['2000-02-29', '2100-02-28', true],
  ])('%s on %s: %s', (of, on, expected) => {
    expect(isAnniversary(day(of), day(on))).toBe(expected);
  });
});

const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());

describe('an instant', () => {
  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00:00.123456789-14:00', '2026-12-02T00:00:00.123Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0000-01-01T00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is read from %s', (text, expected) => {
    expect(iso(readInstant(text))).toBe(expected);
  });

  it.each([
    ['no zone', '2026-12-01T10:00:00'],
    ['no time', '2026-12-01'],
    ['no day of the calendar', '2026-02-30T10:00:00Z'],
    ['a day 0', '0000-00-00T00:00:00Z'],
    ['an hour 24', '2026-12-01T24:00:00Z'],
    ['a minute 60', '2026-12-01T10:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['an offset that is none', '2026-12-01T10:00:00+25:00'],
    ['a year of five digits', '10000-01-01T00:00:00Z'],
    ['a year with a sign', '+275760-09-13T00:00:00Z'],
    ['a year 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['a year before 0 in UTC', '0000-01-01T00:00:00+00:01'],
    ['a comma', '2026-12-01T10:00:00,5Z'],
    ['small letters', '2026-12-01t10:00:00z'],
    ['a space', '2026-12-01 10:00:00Z'],
    ['a word', 'tomorrow'],
    ['nothing', ''],
  ])('is not read from %s', (_, text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it('can be a day, where days are taken', () => {
    expect(iso(readInstantOrDay('2026-12-01'))).toBe('2026-12-01T00:00:00.000Z');
    expect(iso(readInstantOrDay('2026-12-01T10:00:00Z'))).toBe('2026-12-01T10:00:00.000Z');
    expect(readInstantOrDay('2026-02-30')).toBeUndefined();
  });
});

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

const PLANES = Array.from({ length: 17 }, (_, plane) => plane * 0x10000);
const NON_CHARACTERS = [
  ...Array.from({ length: 32 }, (_, index) => 0xfdd0 + index),
  ...PLANES.flatMap((first) => [first + 0xfffe, first + 0xffff]),
];

describe('isStorableText', () => {
  it.each([
    ['the empty string', ''],
    ['control characters other than NUL', '\u0001\t\r\n\u007f\u009f'],
    ['pairs of surrogates', '👍🏽'],
    ['the neighbours of the non-characters', '\ufdcf\ufdf0\ufffd\u{10000}\u{1fffd}\u{20000}\u{10fffd}'],
    ['private characters', '\ue000\u{f0000}'],
  ])('accepts %s', (_title, text) => {
    expect(isStorableText(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a high surrogate alone', 'a\ud800'],
    ['a low surrogate alone', '\udc00b'],
    ['surrogates in the wrong order', '\udc00\ud800'],
  ])('rejects %s', (_title, text) => {
    expect(isStorableText(text)).toBe(false);
  });

  it('rejects each of the 66 non-characters', () => {
    expect(NON_CHARACTERS).toHaveLength(66);
    const texts = NON_CHARACTERS.map((codePoint) => `a${String.fromCodePoint(codePoint)}b`);
    expect(texts.filter(isStorableText)).toEqual([]);
  });
});

describe('toStorableText', () => {
  it('leaves a storable text as it is', () => {
    const text = 'a\t👍🏽\ufffd';
    expect(toStorableText(text)).toBe(text);
  });

  it('replaces each character that is not storable', () => {
    expect(toStorableText('\0a\ud800\udc00\ud800b\udc00\ufdd0\u{1ffff}')).toBe(
      '\ufffda\ud800\udc00\ufffdb\ufffd\ufffd\ufffd',
    );
  });
});

describe('isNonCharacter', () => {
  it('is true of the 66 that Unicode names, and of nothing else', () => {
    const found: number[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (isNonCharacter(codePoint)) found.push(codePoint);
    }
    expect(found).toEqual(NON_CHARACTERS);
  });
});

describe('validation reason', () => {
  function errorsOf(validate: Validator<unknown>, body: unknown): unknown {
    try {
      validateBody(validate, body);
      return [];
    } catch (error) {
      return (error as ServiceError).details?.errors;
    }
  }

  const FROM = '+12065550100';
  const recipients = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ to: `+1212${5_000_000 + index}`, body: 'Hello' }));
  const broadcast = (count: number) => ({
    from: FROM,
    recipients: recipients(count).map(({ to }) => ({ to })),
  });
  const batch = (count: number) => ({ from: FROM, recipients: recipients(count) });

  describe('the number of recipients', () => {
    it.each([
      [99, 'must have at least 100 items: use batch for 10 to 5,000 recipients, and single sends for fewer'],
      [50_001, 'must have at most 50,000 items: use several broadcasts'],
    ])('of a broadcast to %s says which route takes them', (count, reason) => {
      expect(errorsOf(validateBroadcast, broadcast(count))).toEqual([{ pointer: '/recipients', reason }]);
    });

    it.each([
      [9, 'must have at least 10 items: use single sends for fewer'],
      [
        5_001,
        'must have at most 5,000 items: use several batches, or a broadcast for 100 to 50,000 recipients of one message',
      ],
    ])('of a batch to %s says which route takes them', (count, reason) => {
      expect(errorsOf(validateBatch, batch(count))).toEqual([{ pointer: '/recipients', reason }]);
    });

    it.each([100, 50_000])('of a broadcast may be %s', (count) => {
      expect(errorsOf(validateBroadcast, broadcast(count))).toEqual([]);
    });

    it.each([10, 5_000])('of a batch may be %s', (count) => {
      expect(errorsOf(validateBatch, batch(count))).toEqual([]);
    });
  });

  it.each([
    [{ from: FROM }, '/to', 'required'],
    [{ to: FROM, from: FROM, 'a/b': 1 }, '/a~1b', 'unknown property: remove it'],
    [{ to: FROM, from: FROM, dryRun: 'yes' }, '/dryRun', 'must be true or false'],
    [{ to: FROM, from: FROM, idempotencyKey: 'a' }, '/idempotencyKey', 'must have at least 2 characters'],
    [[], '', 'must be an object'],
  ])('%j: %s %s', (body, pointer, reason) => {
    expect(errorsOf(validateMessage, body)).toEqual([{ pointer, reason }]);
  });

  /** Messages of ajv itself, which are no instructions. */
  const OWN_WORDS = /must NOT|must match|fewer than|should/;

  it('has words of its own for everything that the schemas of requests ask for', () => {
    const asked = [...REQUEST_SCHEMAS.values()].flatMap((schema) => constraintsOf(schema));
    expect(asked.length).toBeGreaterThan(30);
    for (const [keyword, value] of asked) {
      const params = {
        ...{ type: value, limit: value, pattern: value, format: value },
        ...{ allowedValues: value, additionalProperty: 'x', missingProperty: 'x' },
      };
      const error = { keyword, params, instancePath: '', schemaPath: '', message: 'must NOT' };
      expect([keyword, value, validationReason(error)]).toEqual([
        keyword,
        value,
        expect.not.stringMatching(OWN_WORDS) as string,
      ]);
    }
  });

  /** Returns the keywords of all constraints in a schema. */
  function constraintsOf(schema: unknown): Array<[string, unknown]> {
    if (Array.isArray(schema)) return schema.flatMap(constraintsOf);
    if (typeof schema !== 'object' || schema === null) return [];
    return Object.entries(schema).flatMap(([keyword, value]): Array<[string, unknown]> => {
      switch (keyword) {
        case '$comment':
        case 'description':
        case 'examples':
        case 'if':
          return [];
        case 'properties':
          return Object.values(value as object).flatMap(constraintsOf);
        case 'items':
        case 'then':
        case 'else':
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          return constraintsOf(value);
        case 'additionalProperties':
          return typeof value === 'object' ? constraintsOf(value) : [[keyword, value]];
        default:
          return [[keyword, value]];
      }
    });
  }
});
