import { ServiceError } from '../../../../../shared/errors/service-error';
import { describeRefusal, readImportRow } from '../../../../../shared/audience/import/import-row';

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

  it.each<[unknown, object | undefined]>([
    [true, {}],
    [1, {}],
    ['true', {}],
    ['TRUE', {}],
    [' Yes ', {}],
    ['y', {}],
    ['1', {}],
    ['on', {}],
    ['2026-02-03', { at: '2026-02-03T00:00:00.000Z' }],
    ['02/03/2026', { at: '2026-02-03T00:00:00.000Z' }],
    ['2/3/2026', { at: '2026-02-03T00:00:00.000Z' }],
    ['2026-02-03T04:05:06.789Z', { at: '2026-02-03T04:05:06.789Z' }],
    ['2026-02-03T04:05:06+02:00', { at: '2026-02-03T02:05:06.000Z' }],
    ['2026-02-03T04:05:06', { at: '2026-02-03T04:05:06.000Z' }],
    ['2026-02-03 04:05', { at: '2026-02-03T04:05:00.000Z' }],
    [false, undefined],
    [0, undefined],
    [null, undefined],
    ['', undefined],
    ['false', undefined],
    ['NO', undefined],
    ['n', undefined],
    ['0', undefined],
    ['off', undefined],
  ])('with optedOut %j is read', (optedOut, statement) => {
    expect(readImportRow({ line: 1, record: { phoneNumber: PHONE, optedOut } })).toEqual({
      line: 1,
      phoneNumber: PHONE,
      body: {},
      ...(statement && { optedOut: statement }),
    });
  });

  it.each<unknown>([
    'maybe',
    '2',
    2,
    'ja',
    '2026-02-30',
    '13/01/2026',
    '2026-13-01',
    {},
    [],
    [true],
    '20260203',
  ])('with optedOut %j cannot be read', (optedOut) => {
    expect(readImportRow({ line: 1, record: { phoneNumber: PHONE, optedOut } })).toEqual({
      line: 1,
      reason: '/optedOut: must be true, false or a date',
    });
  });

  it('reads back what the service answers of an opt-out', () => {
    const optedOutAt = '2026-02-03T04:05:06.789Z';
    const read = (record: object) => readImportRow({ line: 1, record: { phoneNumber: PHONE, ...record } });
    expect(read({ optedOutAt })).toMatchObject({ optedOut: { at: optedOutAt } });
    expect(read({ optedOutAt, optedOut: false })).toMatchObject({ optedOut: { at: optedOutAt } });
    expect(read({ optedOutAt, optedOut: true })).toMatchObject({ optedOut: { at: optedOutAt } });
    expect(read({ optedOutAt: '' })).not.toHaveProperty('optedOut');
    expect(read({ optedOutAt: 'x' })).toEqual({
      line: 1,
      reason: '/optedOutAt: must be true, false or a date',
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
      new ServiceError('InvalidCustomField', { details: { label: 'Size', reason: 'unknown_option' } }),
      'customFields.Size: unknown_option',
    ],
    [new ServiceError('ContactHardOptedOut'), 'hard-opted-out'],
    [new ServiceError('PendingElsewhere'), 'pending in another group'],
    [new ServiceError('ContactNotFound'), 'Contact not found.'],
  ])('says what %s says', (error, reason) => {
    expect(describeRefusal(error)).toBe(reason);
  });

  it('is made of nothing but refusals', () => {
    expect(() => describeRefusal(new TypeError('a bug'))).toThrow(new TypeError('a bug'));
  });
});
