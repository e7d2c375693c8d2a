import fc from 'fast-check';
import type { Contact } from '../../../console/src/api/schemas';
import { fieldsOf, requestOf } from '../../../console/src/screens/contacts/contact-fields';
import { CONTACT_SCHEMA } from '../../../shared/audience/contacts/contact.schema';

const text = fc.constantFrom('a', 'Ada Lovelace', '1815-12-10');
const own = fc.record(
  {
    ...{ firstName: text, lastName: text, email: text, birthDate: text },
    gender: fc.constantFrom('FEMALE', 'MALE', 'OTHER'),
    address: fc.record(
      { street: text, city: text, state: text, postalCode: text, country: text },
      { requiredKeys: [] },
    ),
    isFavorite: fc.boolean(),
  },
  { requiredKeys: ['isFavorite'] },
);
const NOTHING = { firstName: null, lastName: null, email: null, birthDate: null };
const NO_ADDRESS = { street: null, city: null, state: null, postalCode: null, country: null };

const fields = (contact: object) => fieldsOf(contact as Contact);

describe('the form of a contact', () => {
  it('saves what it shows, and removes what is empty', () => {
    fc.assert(
      fc.property(own, ({ address = {}, gender = '', ...contact }) => {
        expect(requestOf(fields({ ...contact, address, ...(gender && { gender }) }))).toEqual({
          ...NOTHING,
          ...contact,
          gender,
          address: { ...NO_ADDRESS, ...address },
          customFields: {},
        });
      }),
    );
  });

  it('has every field that the schema has', () => {
    const request = requestOf(fields({ isFavorite: false }));
    expect(Object.keys(request).sort()).toEqual(Object.keys(CONTACT_SCHEMA.properties).sort());
  });

  it('changes custom fields that were edited, and removes those that were emptied', () => {
    const customFields = { Plan: 'Pro', Points: 0, Shop: '', Tags: [] };
    expect(requestOf({ ...fields({ isFavorite: false }), customFields }).customFields).toEqual({
      ...{ Plan: 'Pro', Points: 0, Shop: null, Tags: null },
    });
  });
});
