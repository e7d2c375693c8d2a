import type { Contact } from '../../../console/src/api/schemas';
import {
  isSameMail,
  isSameName,
  searchesFor,
} from '../../../console/src/screens/contacts/merge/likely-doubles';
import { fieldsOf } from '../../../console/src/screens/contacts/merge/merged-fields';

const contact = (fields: Partial<Contact>): Contact =>
  ({ isFavorite: false, customFields: {}, ...fields }) as Contact;

describe('likely doubles', () => {
  it('have the same e-mail address, in any case', () => {
    expect(isSameMail({ email: 'Ada@example.com' }, { email: 'ada@Example.com' })).toBe(true);
    expect(isSameMail({ email: 'ada@example.com' }, { email: 'ada@example.co' })).toBe(false);
    expect(isSameMail({}, {})).toBe(false);
  });

  it('have the same first and last name', () => {
    const ada = { firstName: 'Ada', lastName: 'Lovelace' };
    expect(isSameName(ada, { firstName: 'ada ', lastName: 'LOVELACE' })).toBe(true);
    expect(isSameName(ada, { firstName: 'Ada' })).toBe(false);
    expect(isSameName({ firstName: 'Ada' }, { firstName: 'Ada' })).toBe(false);
  });

  it('are searched for by what the contact has', () => {
    expect(searchesFor({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' })).toEqual([
      'ada@example.com',
      'Ada Lovelace',
    ]);
    expect(searchesFor({ firstName: 'Ada' })).toEqual([]);
  });
});

it('divides the fields of both contacts by what a merge does with them', () => {
  const fields = fieldsOf(
    {
      kept: contact({ firstName: 'Ada', email: 'ada@example.com', customFields: { Points: 5 } }),
      double: contact({
        ...{ firstName: 'Adah', lastName: 'L', isFavorite: true },
        ...{ address: { city: 'Oslo', country: 'NO' }, customFields: { Points: 7, Tier: 'Gold' } },
      }),
      differs: [{ field: 'firstName' }, { field: 'contact_custom_field_1', label: 'Points' }],
      fills: [
        ...[{ field: 'lastName' }, { field: 'address' }, { field: 'isFavorite' }],
        { field: 'contact_custom_field_2', label: 'Tier' },
      ],
    },
    [
      { key: 'contact_custom_field_1', label: 'Points', type: 'NUMBER' },
      { key: 'contact_custom_field_2', label: 'Tier', type: 'SINGLE_SELECT' },
    ],
  );
  const valuesOf = (list: typeof fields.filled) =>
    list.map(({ label, kept, double }) => [label, kept, double]);
  expect(valuesOf(fields.differing)).toEqual([
    ['First name', 'Ada', 'Adah'],
    ['Points', '5', '7'],
  ]);
  expect(valuesOf(fields.filled)).toEqual([
    ['Last name', undefined, 'L'],
    ['Address', undefined, 'Oslo, NO'],
    ['Favorite', undefined, 'Yes'],
    ['Tier', undefined, 'Gold'],
  ]);
  expect(valuesOf(fields.staying)).toEqual([['Email', 'ada@example.com', undefined]]);
});
