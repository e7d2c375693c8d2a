import { type Account, readAccount } from '../../../../shared/accounts/account';

const FIRST_VERSION = {
  pk: 'ACCOUNT#acc_1',
  sk: 'ACCOUNT',
  entity: 'account',
  id: 'acc_1',
  name: 'Acme',
  smsCredits: 10,
  mmsCredits: 0,
  dailyQuota: 500,
  silentOptIn: true,
  timeZone: 'America/Denver',
  rateLimits: { message: 5 },
  defaultNumber: '+12065550100',
  helpText: 'Call us.',
  createdAt: '2026-11-20T19:00:00.000Z',
};

describe('readAccount', () => {
  it('reads an account of the first version, with the defaults of later settings', () => {
    expect(readAccount(FIRST_VERSION)).toEqual<Account>({
      id: 'acc_1',
      name: 'Acme',
      smsCredits: 10,
      mmsCredits: 0,
      dailyQuota: 500,
      freeTexts: 1_000,
      silentOptIn: true,
      timeZone: 'America/Denver',
      rateLimits: { message: 5 },
      defaultNumber: '+12065550100',
      helpText: 'Call us.',
      contactTimeZones: [],
      contentExemptions: [],
      countries: [],
      enforceOptInType: false,
      retentionDays: 90,
      legalHours: true,
      hasPurses: false,
      maxSegments: 10,
      createdAt: '2026-11-20T19:00:00.000Z',
    });
  });

  it('names the attribute of an account that is not as declared', () => {
    expect(() => readAccount({ ...FIRST_VERSION, smsCredits: 'ten' })).toThrow(
      'A stored account has an unexpected smsCredits: expected number',
    );
  });
});
