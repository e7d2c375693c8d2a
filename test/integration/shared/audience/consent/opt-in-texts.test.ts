import type { Account } from '../../../../../shared/accounts/account';
import { countsToday, quotaUsedToday, takeQuota } from '../../../../../shared/accounts/daily-quota';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { importRecords } from '../../../../support/audience/import-records';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup, type NewGroup } from '../../../../../shared/audience/groups/create-group';
import type { OptInMode } from '../../../../../shared/audience/groups/opt-in-mode';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import { addNumber, updateNumber } from '../../../../../shared/senders/number-store';
import type { NumberStatus } from '../../../../../shared/senders/number';
import {
  consentPlatform,
  NOW,
  queuedTexts,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const AMERICAN = '+12125550123';
const CANADIAN = '+14165550123';
const GERMAN = '+4915112345678';
const HOUR_MS = 60 * 60 * 1000;
const actor = { type: 'api' } as const;

const engine = useEngine();

let others = 0;
/** Returns a number that no other account has. */
const anotherNumber = () => `+1646${String(5_550_000 + (others += 1))}`;

async function seed(overrides: Partial<Account> & { sender?: string } = {}, group: Partial<NewGroup> = {}) {
  const platform = consentPlatform(engine.table);
  const account = await seedAccount(platform, { defaultNumber: undefined, ...overrides });
  const accountId = account.id;
  const makeGroup = async (more: Partial<NewGroup> = {}) =>
    (await createGroup(platform, { accountId, name: 'News', optInType: 'DOUBLE', ...group, ...more })).id;
  const groupId = await makeGroup();
  const contacts = new Set<string>();
  const request = async (phoneNumber: string, id: string) => {
    if (!contacts.has(phoneNumber)) await seedContact(platform, { accountId, phoneNumber });
    contacts.add(phoneNumber);
    return { account, phoneNumber, groupId: id, actor };
  };
  return {
    platform,
    account,
    groupId,
    makeGroup,
    addNumber: async (number: string, status: NumberStatus = 'Active') => {
      await addNumber(platform, { accountId, number, status });
      return number;
    },
    enrol: async (optInMode: OptInMode = 'CONFIRM', phoneNumber = AMERICAN, id = groupId) =>
      addMembership(platform, { ...(await request(phoneNumber, id)), optInMode }),
    remove: async (phoneNumber = AMERICAN, id = groupId) =>
      removeMembership(platform, await request(phoneNumber, id)),
    senders: async () => (await queuedTexts(engine.table, accountId)).map(({ from }) => from),
    texts: () => queuedTexts(engine.table, accountId),
    usedToday: () => quotaUsedToday(platform, accountId),
    freeTexts: async () => (await countsToday(platform, accountId)).freeTexts,
    text: async (body: string, phoneNumber = AMERICAN) =>
      receiveInbound(
        platform,
        {
          ...{ providerMessageId: `in-${(others += 1)}`, rawFrom: phoneNumber, body },
          to: account.defaultNumber ?? '',
        },
        platform.clock.now(),
      ),
    stored: (phoneNumber = AMERICAN) => readStoredContact(engine.table, { accountId, phoneNumber }),
  };
}

const missingSender = (reason: string) => ({
  code: 33100,
  details: { errors: [{ pointer: '/optInMode', reason }] },
});

describe('design 6: the sender of opt-in texts', () => {
  it("is the group's number before the default number", async () => {
    const own = anotherNumber();
    const s = await seed();
    const [first] = [await s.addNumber(own), await s.addNumber(anotherNumber())];
    s.account.defaultNumber = anotherNumber();
    await s.addNumber(s.account.defaultNumber);
    const withNumber = await s.makeGroup({ from: first });
    await s.enrol('CONFIRM', AMERICAN, withNumber);
    expect(await s.senders()).toEqual([own]);
  });

  it('is the default number before the only Active one', async () => {
    const number = anotherNumber();
    const s = await seed({ defaultNumber: number });
    await s.addNumber(number);
    await s.enrol();
    expect(await s.senders()).toEqual([number]);
  });

  it.each(['CONFIRM', 'DIRECT'] as const)(
    'of %s is the only Active number where nothing is set',
    async (mode) => {
      const sender = anotherNumber();
      const s = await seed({ sender }, { optInMessage: 'Welcome' });
      await s.addNumber(anotherNumber(), 'Inactive');
      await s.enrol(mode);
      expect(await s.senders()).toEqual([sender]);
    },
  );

  it('is missing without an Active number', async () => {
    const sender = anotherNumber();
    const s = await seed({ sender });
    await updateNumber(engine.table, { accountId: s.account.id, number: sender, status: 'Inactive' });
    await expect(s.enrol()).rejects.toMatchObject(
      missingSender('the text needs a sender: the account has no Active number'),
    );
    expect((await s.stored())?.pendingMemberships).toEqual({});
    expect(await s.usedToday()).toBe(0);
  });

  it('is missing when what is set is no number of the account', async () => {
    const s = await seed({ defaultNumber: anotherNumber() });
    await expect(s.enrol()).rejects.toMatchObject(
      missingSender('the text needs a sender: the default number of the account is not assigned to it'),
    );
  });

  it('is not needed where there is no text', async () => {
    const s = await seed({ defaultNumber: anotherNumber() });
    await s.enrol('DIRECT');
    await s.enrol('SILENT', CANADIAN);
    expect(await s.texts()).toEqual([]);
  });
});

describe('rules E7: countries of opt-in texts', () => {
  const REFUSED = { code: 33003, details: { reason: 'country_not_enabled' } };

  it.each(['CONFIRM', 'DIRECT'] as const)("of %s are those of the account's numbers", async (mode) => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    await expect(s.enrol(mode, GERMAN)).rejects.toMatchObject(REFUSED);
    const contact = await s.stored(GERMAN);
    expect([contact?.memberships, contact?.pendingMemberships]).toEqual([{}, {}]);
    expect(await membershipLog(engine.table, { accountId: s.account.id, phoneNumber: GERMAN })).toEqual([]);
    expect(await s.usedToday()).toBe(0);
    await s.enrol(mode, AMERICAN);
    await s.enrol(mode, CANADIAN);
    expect((await s.texts()).map(({ to }) => to)).toEqual([AMERICAN, CANADIAN]);
  });

  it('are also those of numbers that do not send them, Active or not', async () => {
    const number = anotherNumber();
    const s = await seed({ defaultNumber: number });
    await s.addNumber(number);
    await s.addNumber(`+49151${number.slice(-8)}`, 'Inactive');
    await s.enrol('CONFIRM', GERMAN);
    expect(await s.senders()).toEqual([number]);
  });

  it('are the +1 for an account that has only short codes', async () => {
    const s = await seed({ sender: String(Date.now()).slice(-6) });
    await s.enrol('CONFIRM', AMERICAN);
    await expect(s.enrol('CONFIRM', GERMAN)).rejects.toMatchObject(REFUSED);
  });

  it('are those of its other numbers for an account with a short code', async () => {
    const number = `+49151${anotherNumber().slice(-8)}`;
    const s = await seed({ sender: String(Date.now() + 1).slice(-5), defaultNumber: number });
    await s.addNumber(number);
    await s.enrol('CONFIRM', GERMAN);
    await expect(s.enrol('CONFIRM', AMERICAN)).rejects.toMatchObject(REFUSED);
  });

  it('are those that the operator names, where there are any', async () => {
    const s = await seed({ countries: ['DE'] });
    await s.enrol('CONFIRM', GERMAN);
    await expect(s.enrol('CONFIRM', AMERICAN)).rejects.toMatchObject(REFUSED);
  });

  it('do not matter where there is no text', async () => {
    const s = await seed({ countries: ['DE'] });
    await s.enrol('DIRECT', AMERICAN);
    await s.enrol('SILENT', CANADIAN);
    expect(await s.texts()).toEqual([]);
  });
});

describe('rules E7: the daily quota', () => {
  it('counts each opt-in and confirmation text, and refuses the one that does not fit', async () => {
    const s = await seed({ dailyQuota: 2 }, { optInMessage: 'Welcome' });
    await s.enrol('CONFIRM', AMERICAN);
    await s.enrol('CONFIRM', AMERICAN);
    await s.enrol('DIRECT', CANADIAN);
    await s.enrol('DIRECT', CANADIAN);
    expect(await s.usedToday()).toBe(2);
    for (const mode of ['CONFIRM', 'DIRECT'] as const) {
      await expect(s.enrol(mode, '+12125550199')).rejects.toMatchObject({
        code: 33012,
        // NOW is noon.
        retryAfterSeconds: 12 * 60 * 60,
      });
    }
    const contact = await s.stored('+12125550199');
    expect([contact?.memberships, contact?.pendingMemberships]).toEqual([{}, {}]);
    expect(await s.texts()).toHaveLength(2);

    s.platform.advance(12 * HOUR_MS);
    await s.enrol('CONFIRM', '+12125550199');
    expect(await s.usedToday()).toBe(1);
  });

  it('of 0 lets none out', async () => {
    const s = await seed({ dailyQuota: 0 });
    await expect(s.enrol()).rejects.toMatchObject({ code: 33012 });
    expect(await s.texts()).toEqual([]);
  });

  it('does not count what sends no text', async () => {
    const s = await seed({ dailyQuota: 0 });
    await s.enrol('DIRECT', AMERICAN);
    await s.enrol('SILENT', CANADIAN);
    await s.remove(CANADIAN);
    expect(await s.usedToday()).toBe(0);
  });

  it('is shared with the recipients of jobs', async () => {
    const s = await seed({ dailyQuota: 10 });
    const now = new Date(NOW);
    await engine.table.transact([takeQuota({ account: s.account, recipients: 10, now })]);
    await expect(s.enrol()).rejects.toMatchObject({ code: 33012 });
  });

  it('is exact when many are asked at once', async () => {
    const s = await seed({ dailyQuota: 7 });
    const phones = Array.from({ length: 20 }, (_, index) => `+121255501${10 + index}`);
    const outcomes = await Promise.allSettled(phones.map((phone) => s.enrol('CONFIRM', phone)));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => (reason as { code: number }).code)).toEqual(Array(13).fill(33012));
    expect(await s.texts()).toHaveLength(7);
    expect(await s.usedToday()).toBe(7);
  });
});

describe('rules E7: the bound of free texts', () => {
  const phones = (count: number) => Array.from({ length: count }, (_, index) => `+121255501${10 + index}`);
  const REACHED = {
    code: 33109,
    // NOW is noon.
    retryAfterSeconds: 12 * 60 * 60,
    message:
      'The account has sent all of the opt-in, confirmation and keyword texts that it may in a UTC day.',
  };
  /** Seeds an account with numbers that a phone can answer. */
  const seedAnswered = (overrides: Partial<Account> = {}) => {
    const sender = anotherNumber();
    return seed({ sender, defaultNumber: sender, ...overrides }, { optInMessage: 'Welcome' });
  };

  it('counts opt-in and confirmation texts and answers to HELP, and refuses the enrolment beyond it', async () => {
    const s = await seedAnswered({ freeTexts: 3 });
    const [first = '', second = '', third = '', fourth = ''] = phones(4);
    await s.enrol('CONFIRM', first);
    await s.enrol('CONFIRM', first);
    await s.enrol('DIRECT', second);
    await s.text('HELP', second);
    expect([await s.freeTexts(), await s.usedToday()]).toEqual([3, 2]);
    for (const mode of ['CONFIRM', 'DIRECT'] as const) {
      await expect(s.enrol(mode, third)).rejects.toMatchObject(REACHED);
    }
    const contact = await s.stored(third);
    expect([contact?.memberships, contact?.pendingMemberships]).toEqual([{}, {}]);
    expect(contact?.confirmationTexts).toBeUndefined();
    // HELP is stored, and not answered.
    await s.text('HELP', third);
    expect(await s.texts()).toHaveLength(3);
    expect([await s.freeTexts(), await s.usedToday()]).toEqual([3, 2]);

    s.platform.advance(12 * HOUR_MS);
    await s.enrol('CONFIRM', third);
    await s.text('HELP', fourth);
    await s.text('HELP', third);
    expect(await s.freeTexts()).toBe(3);
    expect(await s.texts()).toHaveLength(6);
  });

  it('does not keep anyone from joining without a text', async () => {
    const s = await seed({ freeTexts: 0 });
    const [direct = '', silent = '', asked = ''] = phones(3);
    expect(Object.keys((await s.enrol('DIRECT', direct)).memberships)).toEqual([s.groupId]);
    expect(Object.keys((await s.enrol('SILENT', silent)).memberships)).toEqual([s.groupId]);
    await expect(s.enrol('CONFIRM', asked)).rejects.toMatchObject(REACHED);
    expect(await s.freeTexts()).toBe(0);
  });

  it('never holds the answer to a STOP back, and does not count it', async () => {
    const s = await seedAnswered({ freeTexts: 1 });
    await s.enrol('DIRECT');
    await s.text('STOP');
    expect((await s.texts()).map(({ purpose }) => purpose)).toEqual(['optInMessage', 'keywordReply']);
    expect(await s.freeTexts()).toBe(1);
    expect((await s.stored())?.hardOptOut).toMatchObject({ source: 'stop' });
  });

  it('is told before the daily quota, and the other way round where only that is reached', async () => {
    const both = await seed({ freeTexts: 0, dailyQuota: 0 });
    await expect(both.enrol()).rejects.toMatchObject({ code: 33109 });
    const quota = await seed({ freeTexts: 1, dailyQuota: 0 });
    await expect(quota.enrol()).rejects.toMatchObject({ code: 33012 });
    expect(await quota.freeTexts()).toBe(0);
  });

  it('is exact when 50 are asked at once with 10 left', async () => {
    const s = await seed({ freeTexts: 12 });
    const [one = '', two = '', ...rest] = phones(52);
    await s.enrol('CONFIRM', one);
    await s.enrol('CONFIRM', two);
    const outcomes = await Promise.allSettled(rest.map((phone) => s.enrol('CONFIRM', phone)));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => (reason as { code: number }).code)).toEqual(Array(40).fill(33109));
    expect(await s.texts()).toHaveLength(12);
    expect([await s.freeTexts(), await s.usedToday()]).toEqual([12, 12]);
  });

  it('is exact when answers to HELP and enrolments come at once', async () => {
    const s = await seedAnswered({ freeTexts: 5 });
    const all = phones(20);
    const outcomes = await Promise.allSettled(
      all.map((phone, index) => (index % 2 === 0 ? s.text('HELP', phone) : s.enrol('CONFIRM', phone))),
    );
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: number }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set([33109]));
    expect(await s.texts()).toHaveLength(5);
    expect(await s.freeTexts()).toBe(5);
  });

  it.each(['CONFIRM', 'DIRECT'] as const)(
    'rejects rows of an import by %s beyond it, which the same file imports on the next day',
    async (optInMode) => {
      const s = await seed({ freeTexts: 3 }, { optInMessage: 'Welcome' });
      const all = phones(5);
      await seedContact(s.platform, { accountId: s.account.id, phoneNumber: all[0] ?? '' });
      const importAll = () =>
        importRecords(s.platform, {
          accountId: s.account.id,
          records: all.map((phoneNumber) => ({ phoneNumber, firstName: 'Ada' })),
          group: s.groupId,
          optInMode,
          consentBasis: 'They asked for it at the counter.',
        });
      const { rejected, ...first } = await importAll();
      expect(first).toEqual({ imported: 2, updated: 1, unchanged: 0 });
      expect(rejected).toEqual(
        [4, 5].map((line) => ({
          line,
          reason:
            'The account has sent all of the opt-in, confirmation and keyword texts that it may in a UTC day.',
        })),
      );
      expect(await s.texts()).toHaveLength(3);
      expect(await s.stored(all[4])).toBeUndefined();

      s.platform.advance(12 * HOUR_MS);
      expect(await importAll()).toEqual({ imported: 2, updated: 0, unchanged: 3, rejected: [] });
      expect(await s.texts()).toHaveLength(5);
      expect(await s.freeTexts()).toBe(2);
    },
  );

  it('does not touch an import without texts', async () => {
    const s = await seed({ freeTexts: 0, silentOptIn: true });
    const options = { accountId: s.account.id, records: phones(3).map((phoneNumber) => ({ phoneNumber })) };
    expect(await importRecords(s.platform, { ...options, group: s.groupId })).toMatchObject({
      imported: 3,
    });
  });
});

describe('rules E7: at most 3 confirmation texts for a contact and group in 24 hours', () => {
  it('go out, removals in between or not', async () => {
    const s = await seed();
    for (let times = 1; times <= 3; times++) {
      await s.enrol();
      await s.remove();
      s.platform.advance(HOUR_MS);
    }
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109, retryAfterSeconds: 21 * 60 * 60 });
    expect((await s.stored())?.pendingMemberships).toEqual({});
    expect(await s.texts()).toHaveLength(3);
    expect(await s.usedToday()).toBe(3);

    s.platform.advance(21 * HOUR_MS - 1);
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109, retryAfterSeconds: 1 });
    s.platform.advance(1);
    await s.enrol();
    await s.remove();
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109, retryAfterSeconds: 60 * 60 });
  });

  it('does not keep a contact from another group, nor another contact from this one', async () => {
    const s = await seed();
    const other = await s.makeGroup({ name: 'Other' });
    for (let times = 1; times <= 3; times++) {
      await s.enrol();
      await s.remove();
    }
    await s.enrol('CONFIRM', AMERICAN, other);
    await s.enrol('CONFIRM', CANADIAN);
    await s.remove(AMERICAN, other);
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109 });
  });

  it('is no limit of the modes that ask nothing', async () => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    for (let times = 1; times <= 3; times++) {
      await s.enrol();
      await s.remove();
    }
    expect(Object.keys((await s.enrol('DIRECT')).memberships)).toEqual([s.groupId]);
    await s.remove();
    expect(Object.keys((await s.enrol('SILENT')).memberships)).toEqual([s.groupId]);
  });

  it('is exact when asked for many times at once', async () => {
    const s = await seed();
    const ask = async () => {
      await s.enrol();
      await s.remove();
    };
    await s.enrol();
    await s.remove();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, ask));
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: number }).code] : [],
    );
    expect(codes.filter((code) => code !== 33109)).toEqual([]);
    // Requests that found a pending membership sent no confirmation.
    for (let times = 1; times <= 3; times++) await ask().catch(() => undefined);
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109 });
    expect(await s.texts()).toHaveLength(3);
  });

  it('is remembered when the contact is imported meanwhile', async () => {
    const s = await seed();
    for (let times = 1; times <= 3; times++) {
      await s.enrol();
      await s.remove();
    }
    const result = await importRecords(s.platform, {
      accountId: s.account.id,
      records: [{ phoneNumber: AMERICAN, firstName: 'Ada' }],
      group: s.groupId,
    });
    expect(result).toMatchObject({ updated: 1, rejected: [] });
    await s.remove();
    await expect(s.enrol()).rejects.toMatchObject({ code: 33109 });
  });
});

describe('rules E7: an opt-in type that the account enforces', () => {
  const REFUSED = {
    code: 33100,
    details: { errors: [{ pointer: '/optInMode', reason: 'must be CONFIRM for a group of type DOUBLE' }] },
  };

  it('refuses DIRECT into a DOUBLE group, and leaves a member as it is', async () => {
    const s = await seed({ enforceOptInType: true });
    await expect(s.enrol('DIRECT')).rejects.toMatchObject(REFUSED);
    await s.enrol('CONFIRM');
    await expect(s.enrol('DIRECT')).rejects.toMatchObject(REFUSED);
    const member = await s.enrol('SILENT');
    expect(await s.enrol('DIRECT')).toEqual(member);
  });

  it('takes every mode for a SINGLE group', async () => {
    const s = await seed({ enforceOptInType: true }, { optInType: 'SINGLE' });
    await s.enrol('CONFIRM');
    expect(Object.keys((await s.enrol('DIRECT')).memberships)).toEqual([s.groupId]);
    await s.remove();
    expect(Object.keys((await s.enrol('SILENT')).memberships)).toEqual([s.groupId]);
  });

  it('is told after an unknown contact and group', async () => {
    const s = await seed({ enforceOptInType: true });
    await expect(s.enrol('DIRECT', AMERICAN, 'grp_none')).rejects.toMatchObject({ code: 33031 });
  });
});
