import { readContact } from '../../../../../shared/audience/contacts/contact';

const stored = (fields: Record<string, unknown>) =>
  readContact({
    pk: 'CONTACT#acc_1#+4915112345678',
    sk: 'CONTACT',
    accountId: 'acc_1',
    createdAt: '',
    ...fields,
  });

describe('tz of a stored contact (rules 4.5)', () => {
  it('is not what the first version derived from a foreign postal code without a country', () => {
    const german = { phoneNumber: '+4915112345678', tz: 'America/New_York' };
    expect(stored({ ...german, address: { postalCode: '10115' } }).tz).toBeUndefined();
    expect(stored({ ...german, address: { postalCode: '10115', country: 'US' } }).tz).toBe(
      'America/New_York',
    );
  });

  it('is what was derived from a ZIP of a number that begins with +1', () => {
    const american = { phoneNumber: '+12125550123', tz: 'America/Los_Angeles' };
    expect(stored({ ...american, address: { postalCode: '94110' } }).tz).toBe('America/Los_Angeles');
    expect(stored(american).tz).toBe('America/Los_Angeles');
  });
});
