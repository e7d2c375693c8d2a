import { type Account, readAccount } from '../../../shared/accounts/account';
import { areSame } from '../../../shared/accounts/actor';
import {
  addCharges,
  chargeBeyond,
  chargeForJob,
  chargeForSingle,
  isFree,
  totalCharge,
} from '../../../shared/accounts/charge';
import { quotaDay, secondsToNextDay } from '../../../shared/accounts/daily-quota';
import { limitOf, rateLimitHeaders } from '../../../shared/accounts/rate-limit';

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
      countryBudgets: {},
      approvalEmails: [],
      countryJumpStop: false,
      messageFeedback: false,
      trackLastTexted: false,
      enforceOptInType: false,
      setAsideNumbers: false,
      carrierLookup: false,
      retentionDays: 90,
      legalHours: true,
      hasCreditShards: false,
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

const operator = (id: string) => ({ kind: 'operator' as const, id });
const inRole = (role: string, session: string) =>
  operator(`arn:aws:sts::111122223333:assumed-role/${role}/${session}`);

describe('E4.7: who counts as one', () => {
  const ada = { kind: 'user' as const, id: 'usr_ada' };
  const eve = { kind: 'user' as const, id: 'usr_eve' };
  const keyOf = (createdBy: typeof ada) => ({ kind: 'apiKey' as const, id: 'key_1', createdBy });

  it.each([
    [ada, ada, true],
    [ada, eve, false],
    [ada, operator('usr_ada'), false],
    [keyOf(ada), ada, true],
    [ada, keyOf(ada), true],
    [keyOf(ada), { ...keyOf(ada), id: 'key_2' }, true],
    [keyOf(ada), eve, false],
    [{ kind: 'apiKey' as const, id: 'key_1' }, ada, false],
    [{ kind: 'apiKey' as const, id: 'key_1' }, { kind: 'apiKey' as const, id: 'key_1' }, true],
  ])('of %j and %j: %j', (one, other, expected) => {
    expect(areSame(one, other)).toBe(expected);
  });

  it('are a key and who gave it another secret, beside who made it', () => {
    const rotated = { ...keyOf(ada), knownTo: [eve] };
    expect([areSame(rotated, ada), areSame(rotated, eve), areSame(eve, rotated)]).toEqual([true, true, true]);
    expect(areSame(rotated, { kind: 'user', id: 'usr_other' })).toBe(false);
    expect(areSame({ kind: 'apiKey', id: 'key_1', knownTo: [eve] }, eve)).toBe(true);
  });

  it('are all sessions of a role, since who assumes it names them', () => {
    expect(areSame(inRole('Admin', 'ada'), inRole('Admin', 'eve'))).toBe(true);
    expect(areSame(inRole('Admin', 'ada'), inRole('Deploy', 'ada'))).toBe(false);
  });

  it('are not two users of IAM Identity Center, which names the sessions itself', () => {
    const role = 'AWSReservedSSO_Admin_0123456789abcdef';
    expect(areSame(inRole(role, 'ada@example.com'), inRole(role, 'eve@example.com'))).toBe(false);
    expect(areSame(inRole(role, 'ada@example.com'), inRole(role, 'ada@example.com'))).toBe(true);
  });

  it('are not two IAM users', () => {
    expect(
      areSame(operator('arn:aws:iam::111122223333:user/ada'), operator('arn:aws:iam::111122223333:user/eve')),
    ).toBe(false);
  });
});

describe('charge', () => {
  describe('the charge of a single send (rules 8.4)', () => {
    it('is 2 SMS credits for an SMS', () => {
      expect(chargeForSingle({ isMms: false })).toEqual({ sms: 2, mms: 0 });
    });

    it('is 2 SMS credits and 1 MMS credit for an MMS', () => {
      expect(chargeForSingle({ isMms: true })).toEqual({ sms: 2, mms: 1 });
    });
  });

  describe('a charge beyond what was paid', () => {
    it('is the whole charge when nothing was paid', () => {
      expect(chargeBeyond(undefined, { sms: 2, mms: 1 })).toEqual({ sms: 2, mms: 1 });
    });

    it('is nothing when the same was paid', () => {
      expect(chargeBeyond({ sms: 2, mms: 0 }, { sms: 2, mms: 0 })).toEqual({ sms: 0, mms: 0 });
    });

    it('is the MMS credit when an SMS was paid and an MMS is sent', () => {
      expect(chargeBeyond({ sms: 2, mms: 0 }, { sms: 2, mms: 1 })).toEqual({ sms: 0, mms: 1 });
    });

    it('gives nothing back when an MMS was paid and an SMS is sent', () => {
      expect(chargeBeyond({ sms: 2, mms: 1 }, { sms: 2, mms: 0 })).toEqual({ sms: 0, mms: 0 });
    });
  });

  it('adds charges up, absent ones as nothing', () => {
    expect([
      addCharges(undefined, { sms: 2, mms: 1 }),
      addCharges({ sms: 2, mms: 0 }, { sms: 0, mms: 1 }),
    ]).toEqual([
      { sms: 2, mms: 1 },
      { sms: 2, mms: 1 },
    ]);
  });

  it('is free only without credits of either kind', () => {
    expect(
      [
        { sms: 0, mms: 0 },
        { sms: 1, mms: 0 },
        { sms: 0, mms: 1 },
      ].map(isFree),
    ).toEqual([true, false, false]);
  });
});

const total = (kind: 'broadcast' | 'batch', isMms: boolean, recipients: number) =>
  totalCharge(chargeForJob(kind, { isMms }), recipients);

describe('the charge of a job (rules 8.4)', () => {
  it('is 2 SMS credits per recipient of a broadcast SMS', () => {
    expect(total('broadcast', false, 100)).toEqual({ sms: 200, mms: 0 });
  });

  it('is 1 SMS credit and 1 for each recipient of a broadcast MMS', () => {
    expect(total('broadcast', true, 100)).toEqual({ sms: 101, mms: 0 });
  });

  it('is 2 SMS credits per recipient of a batch SMS', () => {
    expect(total('batch', false, 10)).toEqual({ sms: 20, mms: 0 });
  });

  it('is 1 SMS and 1 MMS credit per recipient of a batch MMS', () => {
    expect(total('batch', true, 10)).toEqual({ sms: 10, mms: 10 });
  });

  it.each(['broadcast', 'batch'] as const)('is nothing for a %s without recipients', (kind) => {
    expect([total(kind, true, 0), total(kind, false, 0)]).toEqual([
      { sms: 0, mms: 0 },
      { sms: 0, mms: 0 },
    ]);
  });
});

describe('the day of the daily quota', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2026-03-01T23:59:59.999Z', '2026-03-01'],
  ])('of %s is %s, by UTC', (now, day) => {
    expect(quotaDay({ now: () => new Date(now) })).toBe(day);
  });

  it.each([
    ['2026-03-01T00:00:00.000Z', 86_400],
    ['2026-03-01T12:00:00.000Z', 43_200],
    ['2026-03-01T23:59:58.001Z', 2],
    ['2026-03-01T23:59:59.999Z', 1],
    ['2026-12-31T23:00:00.000Z', 3_600],
  ])('is over %s in %i seconds', (now, seconds) => {
    expect(secondsToNextDay(new Date(now))).toBe(seconds);
  });
});

describe('the limit of a bucket (rules 8.1)', () => {
  it.each([
    ['message', 60],
    ['broadcast', 1],
    ['batch', 5],
    ['contactApiWrite', 150],
    ['contactApiRead', 150],
    ['read', 300],
    ['campaignWrite', 60],
    ['replay', 600],
    ['user', 240],
    ['stop', 120],
  ] as const)('is for %s %d requests', (bucket, limit) => {
    expect(limitOf({ rateLimits: {} }, bucket)).toBe(limit);
  });

  it('is the account’s own where it has one', () => {
    const account = { rateLimits: { message: 500 } };
    expect([limitOf(account, 'message'), limitOf(account, 'broadcast')]).toEqual([500, 1]);
  });

  it('can be 0', () => {
    expect(limitOf({ rateLimits: { batch: 0 } }, 'batch')).toBe(0);
  });
});

describe('the headers of a counted request', () => {
  it('tell the policy, what is left, and for how long, as structured fields', () => {
    expect(
      rateLimitHeaders({ isAllowed: true, bucket: 'message', limit: 60, remaining: 59, resetSeconds: 60 }),
    ).toEqual({ 'ratelimit-policy': '"message";q=60;w=60', ratelimit: '"message";r=59;t=60' });
  });

  it('tell a refused request that nothing is left', () => {
    expect(
      rateLimitHeaders({ isAllowed: false, bucket: 'broadcast', limit: 1, remaining: 0, resetSeconds: 7 }),
    ).toEqual({ 'ratelimit-policy': '"broadcast";q=1;w=60', ratelimit: '"broadcast";r=0;t=7' });
  });
});
