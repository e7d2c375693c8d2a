import { countsToday } from '../../../../shared/accounts/daily-quota';
import type { Account } from '../../../../shared/accounts/account';
import { membershipLog } from '../../../../shared/audience/consent/consent-log';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import type { Group } from '../../../../shared/audience/groups/group';
import { updateGroup } from '../../../../shared/audience/groups/update-group';
import {
  deleteKeyword,
  type KeywordInput,
  listKeywords,
  setKeyword,
} from '../../../../shared/inbound/change-keywords';
import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import { MAX_KEYWORDS } from '../../../../shared/limits';
import { conversationKey } from '../../../../shared/platform/store/keys';
import { addNumber } from '../../../../shared/senders/number-store';
import {
  consentPlatform,
  NOW,
  queuedEvents,
  queuedTexts,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { useEngine } from '../../../support/engines/engine';
import { crashingTable } from '../../../support/faults/faulty-client';

const PHONE = '+12125550123';
const engine = useEngine();
let platform: ReturnType<typeof consentPlatform>;
beforeEach(() => {
  platform = consentPlatform(engine.table);
});

let texts = 0;
async function seed(
  overrides: Partial<Account> = {},
  group: Partial<Pick<Group, 'optInType' | 'optInMessage'>> = {},
) {
  const account = await seedAccount(platform, overrides);
  const accountId = account.id;
  const address = { accountId, phoneNumber: PHONE };
  const { id: groupId } = await createGroup(platform, {
    ...{ accountId, name: 'News', optInType: 'SINGLE' },
    ...group,
  });
  const number = account.defaultNumber ?? '';
  return {
    account,
    groupId,
    number,
    address,
    set: (keyword: KeywordInput) => setKeyword(platform, { account, keyword }),
    text: (body: string, { id = `word-${++texts}`, from = PHONE, to = number, on = platform } = {}) =>
      receiveInbound(on, { providerMessageId: id, rawFrom: from, to, body }, platform.clock.now()),
    contact: (phoneNumber = PHONE) => readStoredContact(platform.table, { accountId, phoneNumber }),
    texts: () => queuedTexts(platform.table, accountId),
    bodies: async () => (await queuedTexts(platform.table, accountId)).map(({ body }) => body),
    events: async () => (await queuedEvents(platform.table, accountId)).map(({ type }) => type),
    log: () => membershipLog(platform.table, address),
    freeTexts: async () => (await countsToday(platform, accountId)).freeTexts,
    isWaitingForPerson: async () =>
      (await platform.table.get(conversationKey(accountId, PHONE))) !== undefined,
  };
}

const CONFIRMATION =
  'Acme - News: Reply YES to get our texts. Message frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.';

describe('rules 3.3: a keyword with a reply', () => {
  it('is answered from the number that was texted, in any case and with spaces around', async () => {
    const s = await seed();
    await s.set({ word: 'Hours', reply: 'Nine to five.' });
    for (const body of ['HOURS', ' hours\n', 'Hours']) await s.text(body);
    expect(await s.texts()).toEqual(
      Array.from({ length: 3 }, () => ({
        ...{ to: PHONE, from: s.number, body: 'Nine to five.', purpose: 'autoReply' },
      })),
    );
    expect(await s.freeTexts()).toBe(3);
    expect(await s.contact()).toBeUndefined();
    expect(await s.isWaitingForPerson()).toBe(false);
  });

  it.each(['hours please', 'HOURS!', 'HOURSS', 'hour'])('is not the text %j', async (body) => {
    const s = await seed();
    await s.set({ word: 'HOURS', reply: 'Nine to five.' });
    await s.text(body);
    expect(await s.texts()).toEqual([]);
    expect(await s.isWaitingForPerson()).toBe(true);
  });

  it('of one number comes before the one of all numbers', async () => {
    const s = await seed();
    const other = '+12065559901';
    await addNumber(platform, { accountId: s.account.id, number: other, status: 'Active' });
    await s.set({ word: 'HOURS', reply: 'Of all' });
    await s.set({ word: 'HOURS', number: s.number, reply: 'Of one' });
    await s.text('hours');
    await s.text('hours', { to: other });
    expect((await s.bodies()).sort()).toEqual(['Of all', 'Of one']);
  });

  it('is kept without a reply when no free text is left', async () => {
    const s = await seed({ freeTexts: 1 });
    await s.set({ word: 'HOURS', reply: 'Nine to five.' });
    await s.text('hours');
    await s.text('hours');
    expect(await s.bodies()).toEqual(['Nine to five.']);
  });

  it('is not answered to a country that is not enabled', async () => {
    const s = await seed({ countries: ['DE'] });
    await s.set({ word: 'HOURS', reply: 'Nine to five.' });
    await s.text('hours');
    expect(await s.texts()).toEqual([]);
  });

  it('is not answered an hour after the text', async () => {
    const s = await seed();
    await s.set({ word: 'HOURS', reply: 'Nine to five.' });
    const sentAt = platform.clock.now();
    platform.advance(60 * 60 * 1000);
    const text = { rawFrom: PHONE, to: s.number, body: 'hours' };
    await receiveInbound(platform, { ...text, providerMessageId: 'late' }, sentAt);
    expect(await s.texts()).toEqual([]);
  });
});

describe('rules 3.3: a keyword with a group', () => {
  it('makes the contact and asks it to confirm, from the number that was texted', async () => {
    const s = await seed({ defaultNumber: undefined });
    const number = '+12065559902';
    await addNumber(platform, { accountId: s.account.id, number, status: 'Active' });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'CONFIRM' });
    await s.text('join', { to: number });
    expect(await s.contact()).toMatchObject({
      id: expect.stringMatching(/^con_/) as string,
      memberships: {},
      pendingMemberships: { [s.groupId]: { pendingSince: NOW } },
    });
    expect(await s.texts()).toEqual([
      { to: PHONE, from: number, body: CONFIRMATION, purpose: 'optInConfirmation' },
    ]);
    expect(await s.log()).toMatchObject([
      {
        ...{ action: 'OPT_IN_REQUESTED', reason: 'CONTACT_TEXTED', actor: 'contact', at: NOW },
        ...{ optInMode: 'CONFIRM', evidence: 'keyword JOIN', groupId: s.groupId },
        messageId: expect.stringMatching(/^msg_/) as string,
      },
    ]);
    expect(await s.isWaitingForPerson()).toBe(false);
    await s.text('yes', { to: number });
    expect((await s.contact())?.memberships).toHaveProperty(s.groupId);
    expect(await s.events()).toEqual(['contacts.group.opted_in']);
  });

  it('enrols directly, with opt-in message, reply, log and event', async () => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Here is 10 %' });
    await s.text('JOIN');
    expect(await s.contact()).toMatchObject({ memberships: { [s.groupId]: { optInAt: NOW } } });
    expect((await s.texts()).map(({ body, purpose }) => [body, purpose]).sort()).toEqual([
      ['Here is 10 %', 'autoReply'],
      ['Welcome', 'optInMessage'],
    ]);
    expect(await s.freeTexts()).toBe(2);
    expect(await countsToday(platform, s.account.id)).toMatchObject({ used: 1 });
    expect(await s.log()).toMatchObject([
      {
        action: 'OPT_IN',
        reason: 'CONTACT_TEXTED',
        actor: 'contact',
        evidence: 'keyword JOIN',
        optInMode: 'DIRECT',
      },
    ]);
    expect(await s.events()).toEqual(['contacts.group.opted_in']);
  });

  it('changes nothing more for a member, who gets the reply again', async () => {
    const s = await seed();
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Hello' });
    await s.text('JOIN');
    await s.text('JOIN');
    expect(await s.bodies()).toEqual(['Hello', 'Hello']);
    expect(await s.freeTexts()).toBe(2);
    expect(await s.log()).toHaveLength(1);
    expect(await s.events()).toHaveLength(1);
  });

  it('takes effect once, however often it is delivered', async () => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Hello' });
    await Promise.all(Array.from({ length: 5 }, () => s.text('JOIN', { id: 'same' })));
    await s.text('JOIN', { id: 'same' });
    expect((await s.bodies()).sort()).toEqual(['Hello', 'Welcome']);
    expect(await s.freeTexts()).toBe(2);
    expect(await s.log()).toHaveLength(1);
  });

  it.each(Array.from({ length: 12 }, (_, call) => call))(
    'takes effect once when the process dies after call %i',
    async (call) => {
      const s = await seed({}, { optInMessage: 'Welcome' });
      await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Hello' });
      const { table, plan } = crashingTable(engine.documents, engine.table.name, {
        entry: 'functions/workers/receive-inbound.ts',
      });
      plan.current = { callsLeft: call, when: 'after' };
      const id = `died-${call}`;
      await s.text('JOIN', { id, on: { ...platform, table } }).catch(() => undefined);
      await s.text('JOIN', { id });
      expect((await s.bodies()).sort()).toEqual(['Hello', 'Welcome']);
      expect(await s.log()).toHaveLength(1);
      expect(await s.events()).toHaveLength(1);
    },
  );

  it('enrols the contact that there is under another spelling of the number', async () => {
    const s = await seed({ countries: ['US', 'AR'] });
    const [texted, known] = ['+5491155550103', '+541155550103'];
    await seedContact(platform, { accountId: s.account.id, phoneNumber: known });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT' });
    await s.text('JOIN', { from: texted });
    expect((await s.contact(known))?.memberships).toHaveProperty(s.groupId);
    expect(await s.contact(texted)).toBeUndefined();
  });

  it('leaves out the reply when only the text of the group fits into the free texts', async () => {
    const s = await seed({ freeTexts: 1 });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'CONFIRM', reply: 'Hello' });
    await s.text('JOIN');
    expect(await s.bodies()).toEqual([CONFIRMATION]);
    expect(await s.freeTexts()).toBe(1);
  });

  it.each<[string, Partial<Account>]>([
    ['no free text is left', { freeTexts: 0 }],
    ['the daily quota is used up', { dailyQuota: 0 }],
    ['the country is not enabled', { countries: ['DE'] }],
    ['the account refuses DIRECT', { enforceOptInType: true }],
  ])('enrols no one and answers nothing when %s; a person can', async (_, changes) => {
    const s = await seed({}, { optInType: 'DOUBLE', optInMessage: 'Welcome' });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Hello' });
    await platform.table.update({
      Key: { pk: `ACCOUNT#${s.account.id}`, sk: 'ACCOUNT' },
      UpdateExpression: `SET ${Object.keys(changes)
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [`:${name}`, value]),
      ),
    });
    await s.text('JOIN');
    expect(await s.texts()).toEqual([]);
    expect(await s.contact()).toBeUndefined();
    expect(await s.isWaitingForPerson()).toBe(true);
    expect(platform.lines.join()).toContain('A keyword enrolled no contact');
    expect(platform.lines.join()).not.toContain(PHONE);
  });

  it('makes one contact of a new phone whose keyword arrives twice at once', async () => {
    const s = await seed();
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT' });
    await Promise.all([s.text('JOIN'), s.text('JOIN'), s.text('JOIN')]);
    const contact = await s.contact();
    expect(contact?.memberships).toHaveProperty(s.groupId);
    expect(contact?.tz).toBe('America/New_York');
    expect(await s.log()).toMatchObject([{ action: 'OPT_IN', reason: 'CONTACT_TEXTED' }]);
    expect(await s.events()).toEqual(['contacts.group.opted_in']);
  });

  it('enrols no one who waits for another confirmation, nor into a group that is gone', async () => {
    const s = await seed();
    const other = await createGroup(platform, { accountId: s.account.id, name: 'B', optInType: 'SINGLE' });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'CONFIRM' });
    await s.set({ word: 'OTHER', groupId: other.id, optInMode: 'CONFIRM', reply: 'Hello' });
    await s.text('JOIN');
    await s.text('OTHER');
    expect(await s.bodies()).toEqual([CONFIRMATION]);
    await platform.table.batchDelete([{ pk: `ACCOUNT#${s.account.id}`, sk: `GROUP#${s.groupId}` }]);
    await s.text('JOIN', { from: '+12125550124' });
    expect(await s.bodies()).toHaveLength(1);
  });

  it.each(['STOP', 'stop all'])(
    'does not lift an opt-out by %j, and answers nothing after it',
    async (stop) => {
      const s = await seed({ keywordReplies: 'off' });
      await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT', reply: 'Hello' });
      await s.set({ word: 'HOURS', reply: 'Nine to five' });
      await s.text(stop);
      await s.text('JOIN');
      await s.text('HOURS');
      expect(await s.texts()).toEqual([]);
      expect(await s.contact()).toMatchObject({
        id: undefined,
        memberships: {},
        hardOptOut: { source: 'stop' },
      });
      await s.text('START');
      await s.text('JOIN');
      expect((await s.contact())?.memberships).toHaveProperty(s.groupId);
    },
  );

  it('uses the number of the group where it has one', async () => {
    const s = await seed();
    const from = '+12065559903';
    await addNumber(platform, { accountId: s.account.id, number: from, status: 'Active' });
    await updateGroup(platform, { accountId: s.account.id, groupId: s.groupId, changes: { from } });
    await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'CONFIRM' });
    await s.text('JOIN');
    expect((await s.texts()).map((text) => text.from)).toEqual([from]);
  });
});

describe('rules 3.3: the away reply', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const AWAY = { awayReply: 'We are closed.' };

  it('answers words once in 24 hours for each phone, and a person still sees them', async () => {
    const s = await seed(AWAY);
    await s.text('Are you there?');
    await s.text('Hello?');
    await s.text('Hello?', { from: '+12125550199' });
    expect((await s.texts()).map(({ to, body, purpose }) => [to, body, purpose]).sort()).toEqual([
      [PHONE, 'We are closed.', 'autoReply'],
      ['+12125550199', 'We are closed.', 'autoReply'],
    ]);
    expect(await s.freeTexts()).toBe(2);
    expect(await s.isWaitingForPerson()).toBe(true);
    platform.advance(DAY_MS - 1);
    await s.text('Hello?');
    expect(await s.texts()).toHaveLength(2);
    platform.advance(1);
    await s.text('Hello?');
    expect(await s.texts()).toHaveLength(3);
  });

  it('is sent once for texts at once, and for one that is delivered twice', async () => {
    const s = await seed(AWAY);
    await Promise.all(Array.from({ length: 5 }, () => s.text('Hello?')));
    await s.text('Hello?', { id: 'again', from: '+12125550199' });
    await s.text('Hello?', { id: 'again', from: '+12125550199' });
    expect(await s.texts()).toHaveLength(2);
  });

  it.each(['STOP', 'HELP', 'START', 'YES', 'Stop. Thank you', 'wrong number', 'arret', 'JOIN'])(
    'does not answer %j',
    async (body) => {
      const s = await seed({ ...AWAY, keywordReplies: 'off' });
      await s.set({ word: 'JOIN', groupId: s.groupId, optInMode: 'DIRECT' });
      await s.text(body);
      expect(await s.bodies()).toEqual([]);
    },
  );

  it('does not go to phones that opted out, or that likely did', async () => {
    const s = await seed({ ...AWAY, keywordReplies: 'off' });
    await s.text('STOP');
    await s.text('Hello?');
    await seedContact(platform, { accountId: s.account.id, phoneNumber: '+12125550199' });
    await s.text('please stop texting me', { from: '+12125550199' });
    await s.text('Hello?', { from: '+12125550199' });
    expect(await s.texts()).toEqual([]);
  });

  // The clock of these tests shows Sunday, 1 March 2026, 12:00 in UTC, which is 6 in the morning in Chicago.
  it.each([
    [{ from: '09:00', to: '17:00' }, 'UTC', false],
    [{ from: '09:00', to: '12:00' }, 'UTC', true],
    [{ from: '09:00', to: '17:00', days: ['MON' as const] }, 'UTC', true],
    [{ from: '09:00', to: '17:00' }, 'America/Chicago', true],
    [{ from: '06:00', to: '17:00' }, 'America/Chicago', false],
  ])('with open hours %j in %s is sent: %s', async (openHours, timeZone, isSent) => {
    const s = await seed({ ...AWAY, openHours, timeZone });
    await s.text('Hello?');
    expect(await s.texts()).toHaveLength(isSent ? 1 : 0);
  });
});

describe('changes of keywords', () => {
  it('replace what a word does, and keep the time of its creation', async () => {
    const s = await seed();
    await s.set({ word: ' join', groupId: s.groupId, optInMode: 'CONFIRM' });
    platform.advance(1000);
    await s.set({ word: 'JOIN', reply: 'Hello' });
    expect(await listKeywords(platform.table, s.account.id)).toEqual([
      { word: 'JOIN', reply: 'Hello', createdAt: NOW },
    ]);
  });

  it.each([
    [{ word: '', reply: 'x' }, '/word'],
    [{ word: 'TWO WORDS', reply: 'x' }, '/word'],
    [{ word: 'A'.repeat(21), reply: 'x' }, '/word'],
    [{ word: 'JOIN!', reply: 'x' }, '/word'],
    [{ word: 'stop', reply: 'x' }, '/word'],
    [{ word: 'Yes', reply: 'x' }, '/word'],
    [{ word: 'baja', reply: 'x' }, '/word'],
    [{ word: 'JOIN' }, '/reply'],
    [{ word: 'JOIN', reply: ' ' }, '/reply'],
    [{ word: 'JOIN', reply: 'x'.repeat(641) }, '/reply'],
    [{ word: 'JOIN', reply: '\ud800' }, '/reply'],
    [{ word: 'JOIN', reply: 'x', optInMode: 'DIRECT' as const }, '/optInMode'],
    [{ word: 'JOIN', groupId: 'grp_x' }, '/optInMode'],
  ])('%j is refused at %s', async (keyword, pointer) => {
    const s = await seed();
    await expect(s.set(keyword)).rejects.toMatchObject({
      code: 33100,
      details: { errors: expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown },
    });
  });

  it('take words of 1 to 20 letters and digits', async () => {
    const s = await seed();
    for (const word of ['J', '2', 'A'.repeat(20), 'ÜBER', 'HAUS2']) await s.set({ word, reply: 'x' });
    expect(await listKeywords(platform.table, s.account.id)).toHaveLength(5);
  });

  it('refuse numbers and groups of others, and a mode that the account refuses', async () => {
    const s = await seed({ enforceOptInType: true }, { optInType: 'DOUBLE' });
    await expect(s.set({ word: 'JOIN', reply: 'x', number: '+12065550001' })).rejects.toMatchObject({
      code: 33004,
    });
    const group = { groupId: 'grp_other', optInMode: 'CONFIRM' as const };
    await expect(s.set({ word: 'JOIN', ...group })).rejects.toMatchObject({ code: 33031 });
    const direct = { groupId: s.groupId, optInMode: 'DIRECT' as const };
    await expect(s.set({ word: 'JOIN', ...direct })).rejects.toMatchObject({ code: 33100 });
  });

  it(`end at ${MAX_KEYWORDS} keywords, also when they are set at once`, async () => {
    const s = await seed();
    const words = Array.from({ length: MAX_KEYWORDS + 3 }, (_, index) => `WORD${index}`);
    for (const word of words.slice(0, MAX_KEYWORDS - 2)) await s.set({ word, reply: 'x' });
    const last = words.slice(MAX_KEYWORDS - 2).map((word) => s.set({ word, reply: 'x' }));
    const outcomes = await Promise.allSettled(last);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await s.set({ word: 'WORD0', reply: 'changed' });
    expect(await listKeywords(platform.table, s.account.id)).toHaveLength(MAX_KEYWORDS);
  });

  it('delete the one of a number, or that of all numbers', async () => {
    const s = await seed();
    const { id: accountId } = s.account;
    await s.set({ word: 'HOURS', reply: 'Of all' });
    await s.set({ word: 'HOURS', number: s.number, reply: 'Of one' });
    await deleteKeyword(platform, { accountId, word: 'hours', number: s.number });
    expect(await listKeywords(platform.table, accountId)).toMatchObject([{ reply: 'Of all' }]);
    await deleteKeyword(platform, { accountId, word: 'hours' });
    await expect(deleteKeyword(platform, { accountId, word: 'hours' })).rejects.toMatchObject({
      code: 33110,
    });
  });
});
