import type { ContactBody } from '../../../../../shared/audience/contacts/contact-fields';
import { emptyProfile } from '../../../../../shared/audience/contacts/empty-profile';
import { patchProfile, type Profile } from '../../../../../shared/audience/contacts/profile';
import { searchFormOf } from '../../../../../shared/audience/contacts/search-form';
import type { CustomFieldSchema } from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../../../../shared/errors/service-error';
import type { E164 } from '../../../../../shared/phone-numbers/e164';

const NEW_YORK = '+12125550123' as E164;
const BERLIN = '+493012345678' as E164;

const DEFINITION = {
  type: 'TEXT',
  options: [],
  isDisabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;
const SCHEMA: CustomFieldSchema = {
  fields: [
    { ...DEFINITION, options: [], number: 1, generation: 1, label: 'Nickname' },
    { ...DEFINITION, options: [], number: 2, generation: 2, label: 'City' },
    { ...DEFINITION, options: [], number: 3, generation: 3, label: 'Hidden', isDisabled: true },
  ],
  nextGeneration: 4,
  version: 1,
};

const FULL: Profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1815-12-10',
  gender: 'FEMALE',
  address: { street: '1 Main St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
  tz: 'America/Chicago',
  importedTimeZone: undefined,
  searchForm: '\nadalovelace\nlovelace\nada@examplecom',
  isFavorite: true,
  customFields: {
    contact_custom_field_1: { generation: 1, value: 'Countess' },
    contact_custom_field_2: { generation: 2, value: 'London' },
    contact_custom_field_3: { generation: 3, value: 'kept' },
  },
};

const patch = (profile: Profile, body: ContactBody, phoneNumber = NEW_YORK) =>
  patchProfile(profile, { body, schema: SCHEMA, phoneNumber });
const create = (body: ContactBody, phoneNumber = NEW_YORK) =>
  patch(emptyProfile(phoneNumber), body, phoneNumber);

function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, ...error.details };
    throw error;
  }
  return undefined;
}

describe('the state of an address (rules 2.4)', () => {
  it.each([
    [{ state: 'Texas' }, 'TX'],
    [{ state: 'tx', country: 'us' }, 'TX'],
    [{ state: 'Québec', country: 'ca' }, 'QC'],
    [{ state: 'Bayern', country: 'de' }, 'Bayern'],
  ])('of %j is stored as %s', (address, state) => {
    expect(create({ address }).address?.state).toBe(state);
  });

  it('follows the country that is given later, and stays when it is one elsewhere', () => {
    const abroad = create({ address: { state: 'Texas' } }, BERLIN);
    expect(abroad.address).toEqual({ state: 'Texas' });
    const moved = patch(abroad, { address: { country: 'US' } }, BERLIN);
    expect(moved.address).toEqual({ state: 'TX', country: 'US' });
    expect(patch(moved, { address: { country: 'DE' } }, BERLIN).address).toEqual({
      state: 'TX',
      country: 'DE',
    });
  });

  it('is not touched by a change of something else', () => {
    const before = { ...FULL, address: { state: 'texas' } };
    expect(patch(before, { firstName: 'Eve' }).address).toEqual({ state: 'texas' });
  });
});

describe('create (rules 4.4)', () => {
  it('takes every field', () => {
    const body: ContactBody = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      birthDate: '1815-12-10',
      gender: 'FEMALE',
      address: { street: '1 Main St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'us' },
      isFavorite: true,
      customFields: { nickname: 'Countess', ' CITY ': 'London' },
    };
    expect(create(body)).toEqual({
      ...FULL,
      customFields: {
        contact_custom_field_1: { generation: 1, value: 'Countess' },
        contact_custom_field_2: { generation: 2, value: 'London' },
      },
    });
  });

  it('makes of nothing a contact with the zone of its area code, which is no favorite', () => {
    expect(create({})).toEqual({ ...emptyProfile(NEW_YORK), tz: 'America/New_York', isFavorite: false });
    expect(create({}, BERLIN)).toMatchObject({ tz: undefined });
  });

  it.each([null, ''] as const)('takes %j as absent', (nothing) => {
    const body: ContactBody = {
      firstName: nothing,
      lastName: nothing,
      email: nothing,
      birthDate: nothing,
      gender: nothing,
      address: { street: nothing, city: nothing, state: nothing, postalCode: nothing, country: nothing },
      isFavorite: null,
      customFields: { Nickname: nothing },
    };
    expect(create(body)).toEqual(emptyProfile(NEW_YORK));
    expect(create({ address: null, customFields: null })).toEqual(emptyProfile(NEW_YORK));
  });
});

describe('patch (rules 4.4)', () => {
  it('changes nothing when nothing is said', () => {
    expect(patch(FULL, {})).toEqual(FULL);
    expect(patch(FULL, { address: {}, customFields: {} })).toEqual(FULL);
  });

  it('sets what it says and leaves the rest', () => {
    expect(patch(FULL, { firstName: 'Augusta', isFavorite: false })).toEqual({
      ...FULL,
      firstName: 'Augusta',
      searchForm: '\naugustalovelace\nlovelace\nada@examplecom',
      isFavorite: false,
    });
  });

  it.each(['firstName', 'lastName', 'email', 'birthDate', 'gender'] as const)(
    'clears %s with null and with an empty string',
    (field) => {
      const cleared = { ...FULL, [field]: undefined };
      const expected = { ...cleared, searchForm: searchFormOf(cleared) };
      expect(patch(FULL, { [field]: null })).toEqual(expected);
      expect(patch(FULL, { [field]: '' })).toEqual(expected);
    },
  );

  it('turns isFavorite null into false', () => {
    expect(patch(FULL, { isFavorite: null })).toEqual({ ...FULL, isFavorite: false });
  });
});

describe('patch of the address (rules 4.4)', () => {
  it('changes only the sub-fields sent', () => {
    expect(patch(FULL, { address: { city: 'Springfield', street: null, state: '' } }).address).toEqual({
      city: 'Springfield',
      postalCode: '60601',
      country: 'US',
    });
  });

  it('clears the whole address with null', () => {
    expect(patch(FULL, { address: null })).toEqual({ ...FULL, address: undefined, tz: 'America/New_York' });
  });

  it('leaves no address when every sub-field is cleared', () => {
    const body = { address: { street: null, city: null, state: null, postalCode: null, country: null } };
    expect(patch(FULL, body).address).toBeUndefined();
  });

  it('stores the country in upper case', () => {
    expect(patch(FULL, { address: { country: 'ca' } }).address).toMatchObject({ country: 'CA' });
  });

  it.each(['XX', 'USA', 'U', ' US'])('refuses the country %j', (country) => {
    expect(refusal(() => patch(FULL, { address: { country } }))).toEqual({
      code: 33100,
      errors: [{ pointer: '/address/country', reason: 'must be an ISO 3166-1 alpha-2 code' }],
    });
  });
});

describe('tz (rules 4.5)', () => {
  it.each<[string, NonNullable<ContactBody['address']> | null, string | undefined]>([
    ['a ZIP', { postalCode: '90210' }, 'America/Los_Angeles'],
    ['a ZIP+4', { postalCode: '90210-1234' }, 'America/Los_Angeles'],
    ['a ZIP without country', { postalCode: '90210', country: null }, 'America/Los_Angeles'],
    ['a postal code of another country', { postalCode: '90210', country: 'DE' }, 'America/New_York'],
    ['a country that makes the ZIP none', { country: 'FR' }, 'America/New_York'],
    ['a ZIP of no supported zone', { postalCode: '85001' }, 'America/New_York'],
    ['no postal code any more', { postalCode: null }, 'America/New_York'],
    ['no address any more', null, 'America/New_York'],
    ['another city', { city: 'Denver' }, 'America/Chicago'],
  ])('is derived again from %s', (_case, address, tz) => {
    expect(patch(FULL, { address }).tz).toBe(tz);
  });

  it('is unset where neither resolves', () => {
    expect(patch({ ...FULL, tz: undefined }, { address: { postalCode: null } }, BERLIN).tz).toBeUndefined();
  });

  it('comes from a ZIP of the US wherever the phone number is from', () => {
    expect(create({ address: { postalCode: '96801', country: 'us' } }, BERLIN).tz).toBe('Pacific/Honolulu');
  });

  it('does not come from a postal code without a country where the phone number is from elsewhere', () => {
    expect(create({ address: { postalCode: '10115' } }, BERLIN).tz).toBeUndefined();
    const american = create({ address: { postalCode: '10115', country: 'US' } }, BERLIN);
    expect(patch(american, { address: { country: null } }, BERLIN).tz).toBeUndefined();
  });
});

describe('patch of custom fields (rules 4.4)', () => {
  it('touches only the labels present', () => {
    expect(patch(FULL, { customFields: { Nickname: 'Enchantress' } }).customFields).toEqual({
      contact_custom_field_1: { generation: 1, value: 'Enchantress' },
      contact_custom_field_2: { generation: 2, value: 'London' },
      contact_custom_field_3: { generation: 3, value: 'kept' },
    });
  });

  it('clears one field with null', () => {
    expect(patch(FULL, { customFields: { city: null } }).customFields).toEqual({
      contact_custom_field_1: { generation: 1, value: 'Countess' },
      contact_custom_field_3: { generation: 3, value: 'kept' },
    });
  });

  it('clears all with null, but for disabled fields, which cannot be written', () => {
    expect(patch(FULL, { customFields: null }).customFields).toEqual({
      contact_custom_field_3: { generation: 3, value: 'kept' },
    });
  });

  it('refuses an unknown label', () => {
    expect(refusal(() => patch(FULL, { customFields: { Nick: 'x' } }))).toEqual({
      code: 33033,
      label: 'Nick',
      reason: 'unknown_label',
    });
  });
});
