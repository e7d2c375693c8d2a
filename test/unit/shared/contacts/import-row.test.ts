import { ServiceError } from '../../../../shared/errors/service-error';
import { describeRefusal, readImportRow } from '../../../../shared/contacts/import-row';

const PHONE = '+12125550123';

describe('a line of an import', () => {
  it('is a phone number and the body of a contact', () => {
    const record = { phoneNumber: PHONE, firstName: 'Ada', address: { city: 'London' }, isFavorite: null };
    expect(readImportRow({ line: 7, record })).toEqual({
      line: 7,
      phoneNumber: PHONE,
      body: { firstName: 'Ada', address: { city: 'London' }, isFavorite: null },
    });
  });

  it('may hold what the service answers besides, which is passed over', () => {
    const record = {
      phoneNumber: PHONE,
      id: 'con_1',
      tz: 'UTC',
      groups: [],
      pendingGroups: [],
      createdAt: 'x',
    };
    expect(readImportRow({ line: 1, record })).toEqual({ line: 1, phoneNumber: PHONE, body: {} });
  });

  it('that could not be read keeps its reason', () => {
    expect(readImportRow({ line: 3, reason: 'is not valid JSON' })).toEqual({
      line: 3,
      reason: 'is not valid JSON',
    });
  });

  it.each<[unknown, string]>([
    [null, 'must be an object'],
    [[PHONE], 'must be an object'],
    [PHONE, 'must be an object'],
    [{}, '/phoneNumber: required'],
    [{ phoneNumber: 12125550123 }, '/phoneNumber: must be E.164, such as +12125550123'],
    [{ phoneNumber: '12125550123' }, '/phoneNumber: must be E.164, such as +12125550123'],
    [{ phoneNumber: PHONE, nickname: 'x' }, '/nickname: unknown property: remove it'],
    [
      { phoneNumber: PHONE, firstName: 'a'.repeat(41), gender: 'f' },
      '/firstName: must have at most 40 characters; /gender: must be one of MALE, FEMALE, OTHER',
    ],
  ])('cannot be %j', (record, reason) => {
    expect(readImportRow({ line: 2, record })).toEqual({ line: 2, reason });
  });
});

describe('a refusal in one line', () => {
  it.each([
    [
      new ServiceError(33033, { details: { label: 'Size', reason: 'unknown_option' } }),
      'customFields.Size: unknown_option',
    ],
    [new ServiceError(33035), 'hard-opted-out'],
    [new ServiceError(33036), 'pending in another group'],
    [new ServiceError(33030), 'Contact not found.'],
  ])('says what %s says', (error, reason) => {
    expect(describeRefusal(error)).toBe(reason);
  });

  it('is made of nothing but refusals', () => {
    expect(() => describeRefusal(new TypeError('a bug'))).toThrow(new TypeError('a bug'));
  });
});
