import { findColumnAlias } from '../../../../../shared/audience/import/column-aliases';

describe('names that people give columns', () => {
  it.each([
    ['Mobile number', 'phoneNumber'],
    ['E-MAIL', 'email'],
    ['first_name', 'firstName'],
    ['Surname', 'lastName'],
    ['ZIP', 'address.postalCode'],
    ['Birthday', 'birthDate'],
    ['do not text', 'optedOut'],
  ])('%s is %s', (name, field) => {
    expect(findColumnAlias(name)?.field).toBe(field);
  });

  it.each(['Shop', '', 'id', 'Points'])('"%s" is none', (name) => {
    expect(findColumnAlias(name)).toBeUndefined();
  });

  it('prefers a mobile phone to one at home', () => {
    expect(findColumnAlias('Mobile')?.rank).toBeLessThan(findColumnAlias('Home phone')?.rank ?? 0);
  });
});
