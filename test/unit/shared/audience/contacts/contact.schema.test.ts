import { readState, stateCodeIn, stateNames } from '../../../../../shared/audience/contacts/state-code';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import validate from '../../../../../shared/platform/validation/generated/contact';
import { validateBody } from '../../../../../shared/platform/validation/validate-body';

function errorsOf(body: unknown): unknown {
  try {
    validateBody(validate, body);
  } catch (error) {
    return (error as { details: { errors: unknown } }).details.errors;
  }
  return [];
}

describe('the body of a contact (rules 2.3, 4.4)', () => {
  it('may be empty', () => {
    expect(errorsOf({})).toEqual([]);
  });

  it.each([null, [], 'text', 1, true])('cannot be %j', (body) => {
    expect(errorsOf(body)).toEqual([{ pointer: '', reason: 'must be an object' }]);
  });

  it.each(['tz', 'phoneNumber', 'id', 'groups', 'createdAt', 'nickname', 'firstname', '__proto__', 'a/b~c'])(
    'has no property %s',
    (property) => {
      const body: unknown = JSON.parse(`{${JSON.stringify(property)}: "x"}`);
      const token = property === 'a/b~c' ? 'a~1b~0c' : property;
      expect(errorsOf(body)).toEqual([{ pointer: `/${token}`, reason: 'unknown property: remove it' }]);
    },
  );

  it('has no unknown property in its address', () => {
    expect(errorsOf({ address: { zip: '60601' } })).toEqual([
      { pointer: '/address/zip', reason: 'unknown property: remove it' },
    ]);
  });

  it.each(['firstName', 'lastName'])('takes a %s of up to 40 characters', (field) => {
    expect(errorsOf({ [field]: 'a'.repeat(39) })).toEqual([]);
    expect(errorsOf({ [field]: '🎂'.repeat(40) })).toEqual([]);
    expect(errorsOf({ [field]: 'a'.repeat(41) })).toEqual([
      { pointer: `/${field}`, reason: 'must have at most 40 characters' },
    ]);
  });

  it.each(['ada@example.com', 'a+b@sub.example.co.uk', "o'hara@example.org"])(
    'takes the email %s',
    (email) => {
      expect(errorsOf({ email })).toEqual([]);
    },
  );

  it.each(['ada', 'ada@', '@example.com', 'ada@@example.com', 'a b@example.com', 'ada@example.com '])(
    'refuses the email %j',
    (email) => {
      expect(errorsOf({ email })).toEqual([
        { pointer: '/email', reason: 'must be an e-mail address, such as name@example.com' },
      ]);
    },
  );

  it('takes an email of 254 characters and refuses one of 255', () => {
    const domain = `${'d'.repeat(63)}.`.repeat(3) + 'com';
    const email = (length: number) => `${'l'.repeat(length - domain.length - 1)}@${domain}`;
    expect(errorsOf({ email: email(254) })).toEqual([]);
    expect(errorsOf({ email: email(255) })).toEqual([
      { pointer: '/email', reason: 'must have at most 254 characters' },
    ]);
  });

  it.each(['2024-02-29', '1900-01-01'])('takes the birth date %s', (birthDate) => {
    expect(errorsOf({ birthDate })).toEqual([]);
  });

  it.each(['2023-02-29', '2024-13-01', '2024-1-1', '01/02/2024', '2024-01-01T00:00:00Z'])(
    'refuses the birth date %s',
    (birthDate) => {
      expect(errorsOf({ birthDate })).toEqual([
        { pointer: '/birthDate', reason: 'must be a day of the calendar as YYYY-MM-DD' },
      ]);
    },
  );

  it.each(['MALE', 'FEMALE', 'OTHER', '', null])('takes the gender %j', (gender) => {
    expect(errorsOf({ gender })).toEqual([]);
  });

  it.each(['male', 'M', 'UNKNOWN', 1])('refuses the gender %j', (gender) => {
    expect(errorsOf({ gender })).toEqual([
      { pointer: '/gender', reason: 'must be one of MALE, FEMALE, OTHER' },
    ]);
  });

  it.each(['true', 1, 0, ''])('refuses isFavorite %j', (isFavorite) => {
    expect(errorsOf({ isFavorite })).toEqual([
      { pointer: '/isFavorite', reason: 'must be true, false or null' },
    ]);
  });

  it.each(['firstName', 'lastName', 'email', 'birthDate'])('refuses a number as %s', (field) => {
    expect(errorsOf({ [field]: 5 })).toEqual([{ pointer: `/${field}`, reason: 'must be a string or null' }]);
  });

  it.each(['street', 'city', 'state', 'postalCode', 'country'])('refuses a number as %s', (field) => {
    expect(errorsOf({ address: { [field]: 60601 } })).toEqual([
      { pointer: `/address/${field}`, reason: 'must be a string or null' },
    ]);
  });

  it.each(['street', 'city', 'state', 'postalCode'])('takes a %s of up to 255 characters', (field) => {
    expect(errorsOf({ address: { [field]: 'a'.repeat(255) } })).toEqual([]);
    expect(errorsOf({ address: { [field]: 'a'.repeat(256) } })).toEqual([
      { pointer: `/address/${field}`, reason: 'must have at most 255 characters' },
    ]);
  });

  it.each(['XX', 'USA', 'U', ' US', 'u1'])('refuses the country %j, beside what else is wrong', (country) => {
    expect(errorsOf({ birthDate: '2023-02-29', address: { country, city: 5 } })).toEqual([
      { pointer: '/birthDate', reason: 'must be a day of the calendar as YYYY-MM-DD' },
      { pointer: '/address/city', reason: 'must be a string or null' },
      { pointer: '/address/country', reason: 'must be an ISO 3166-1 alpha-2 code' },
    ]);
  });

  it.each(['US', 'us', 'dE', '', null])('takes the country %j', (country) => {
    expect(errorsOf({ address: { country } })).toEqual([]);
  });

  it.each(['a\ud800', '\udc00b', 'a\0b', 'a\ufffe', 'a\u{10ffff}'])(
    'refuses text that cannot be stored: %j',
    (text) => {
      const reason = 'must be well-formed Unicode without NUL and without non-characters';
      const body = { firstName: text, address: { city: text }, customFields: { a: text, b: ['x', text] } };
      expect(errorsOf(body)).toEqual([
        { pointer: '/firstName', reason },
        { pointer: '/address/city', reason },
        { pointer: '/customFields/a', reason },
        { pointer: '/customFields/b/1', reason },
      ]);
    },
  );

  it.each([[[]], ['x'], [1], [true]])('refuses %j as address and as customFields', (value) => {
    const reason = 'must be an object or null';
    expect(errorsOf({ address: value, customFields: value })).toEqual([
      { pointer: '/address', reason },
      { pointer: '/customFields', reason },
    ]);
  });

  it('leaves the values of custom fields to their definitions', () => {
    const customFields = { a: 1, b: { c: 1 }, d: [{}, 1], e: null, f: false, g: Infinity };
    expect(errorsOf({ customFields })).toEqual([]);
  });

  it('clears with null and with an empty string whatever can be cleared', () => {
    const nothing = { firstName: null, lastName: '', email: '', birthDate: '', gender: '', address: null };
    expect(errorsOf({ ...nothing, isFavorite: null, customFields: null })).toEqual([]);
    expect(errorsOf({ email: null, birthDate: null, address: { city: '', country: null } })).toEqual([]);
  });
});

const NEW_YORK = '+12125550123' as E164;
const BERLIN = '+493012345678' as E164;

describe('states in two letters (rules 2.4)', () => {
  it.each([
    ['TX', 'TX'],
    ['tx', 'TX'],
    [' Texas ', 'TX'],
    ['TEXAS', 'TX'],
    ['new  york', 'NY'],
    ['N.Y.', 'NY'],
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['District of Columbia', 'DC'],
    ['Washington', 'WA'],
    ['US-TX', 'TX'],
    ['Puerto Rico', 'PR'],
    ['Québec', 'QC'],
    ['Quebec', 'QC'],
    ['ca-on', 'ON'],
    ['Newfoundland & Labrador', 'NL'],
    ['Newfoundland', 'NL'],
    ['Yukon Territory', 'YT'],
  ])('reads %j as %s', (text, code) => {
    expect(readState(text)).toBe(code);
  });

  it.each(['', 'T', 'XX', 'Texarkana', 'Bayern', 'Victoria', 'TX 75001', 'CA-TX', '🤠'])(
    'does not know %j',
    (text) => {
      expect(readState(text)).toBeUndefined();
    },
  );

  it('knows 59 states and territories of the United States and 13 provinces and territories of Canada', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const pairs = letters.flatMap((a) => letters.map((b) => a + b));
    const inCountry = (country: string) =>
      pairs.filter((pair) => stateCodeIn({ state: pair.toLowerCase(), country }, BERLIN) === pair);
    expect(inCountry('CA')).toEqual([
      ...['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'],
    ]);
    // 50 states, the District, five territories, three of the armed forces.
    expect(inCountry('US')).toHaveLength(59);
  });

  it.each<[Parameters<typeof stateNames>[0], string[]]>([
    [{ state: 'TX', country: 'US' }, ['Texas']],
    [{ state: 'DC' }, ['District of Columbia', 'Washington DC']],
    [{ state: 'ON', country: 'CA' }, ['Ontario']],
    [{ state: 'TX', country: 'CH' }, []],
    [{ state: 'Bayern' }, []],
    [{ country: 'US' }, []],
  ])('names that of %j', (address, names) => {
    expect(stateNames(address)).toEqual(names);
  });

  it.each<[string | undefined, string, E164, string]>([
    ['US', 'Texas', BERLIN, 'TX'],
    ['CA', 'Ontario', BERLIN, 'ON'],
    [undefined, 'Texas', NEW_YORK, 'TX'],
    [undefined, 'Ontario', NEW_YORK, 'ON'],
    // Elsewhere the state is free text.
    ['US', 'Ontario', NEW_YORK, 'Ontario'],
    ['CA', 'Texas', NEW_YORK, 'Texas'],
    ['DE', 'Texas', NEW_YORK, 'Texas'],
    ['AU', 'wa', NEW_YORK, 'wa'],
    [undefined, 'Texas', BERLIN, 'Texas'],
    ['US', ' Lone Star ', NEW_YORK, ' Lone Star '],
  ])('stores in country %s the state %j at %s as %j', (country, state, phoneNumber, stored) => {
    expect(stateCodeIn({ state, country }, phoneNumber)).toBe(stored);
  });
});
