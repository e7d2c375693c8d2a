import type { Account } from '../../../../shared/accounts/account';
import { membershipLog } from '../../../../shared/audience/consent/consent-log';
import { optInContact, optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { sweepOptOuts } from '../../../../shared/audience/consent/sweep-opt-outs';
import { addMembership } from '../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../shared/audience/groups/group-store';
import type { OptInMode } from '../../../../shared/audience/groups/opt-in-mode';
import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import { readMessage } from '../../../../shared/messages/message';
import { TEXTS_ANSWERED_FOR_MS } from '../../../../shared/limits';
import { addNumber, moveNumber, removeNumber } from '../../../../shared/senders/number-store';
import { contactKey, inboundKey, messageKey } from '../../../../shared/platform/store/keys';
import {
  type ConsentPlatform,
  consentPlatform,
  NOW,
  queuedEvents,
  queuedTexts,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { useEngine } from '../../../support/engines/engine';
import { Crash, crashingTable } from '../../../support/faults/faulty-client';

const PHONE = '+12125550123';
const engine = useEngine();
let platform: ReturnType<typeof consentPlatform>;
beforeEach(() => {
  platform = consentPlatform(engine.table);
});

let texts = 0;
async function seed(overrides: Partial<Account> = {}) {
  const account = await seedAccount(platform, overrides);
  const contactId = await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const address = { accountId: account.id, phoneNumber: PHONE };
  return {
    account,
    contactId,
    text: (body: string, id = `in-${++texts}`, on: ConsentPlatform = platform) =>
      receiveInbound(
        on,
        { providerMessageId: id, rawFrom: PHONE, to: account.defaultNumber ?? '', body },
        platform.clock.now(),
      ),
    enrol: async (name: string, optInMode: OptInMode) => {
      const group = await createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE' });
      await addMembership(platform, {
        account,
        phoneNumber: PHONE,
        groupId: group.id,
        optInMode,
        actor: { type: 'api' },
      });
      return group.id;
    },
    contact: () => readStoredContact(platform.table, address),
    count: async (groupId: string) =>
      (await findGroup(platform.table, { accountId: account.id, groupId }))?.contactCount,
    events: async () =>
      (await queuedEvents(platform.table, account.id)).map((event) => [event.type, event.group.id]),
    texts: () => queuedTexts(platform.table, account.id),
    log: async () =>
      (await membershipLog(platform.table, address)).map(({ action, reason, actor, groupId }) => [
        action,
        reason,
        actor,
        groupId,
      ]),
  };
}

describe('3.3: STOP', () => {
  it('leaves every group, drops what is pending and refuses for good', async () => {
    const s = await seed();
    const a = await s.enrol('A', 'DIRECT');
    const b = await s.enrol('B', 'SILENT');
    const c = await s.enrol('C', 'CONFIRM');
    await s.text('Stop!');
    expect(await s.contact()).toMatchObject({
      memberships: {},
      pendingMemberships: {},
      hardOptOut: { at: NOW, source: 'stop' },
    });
    expect([await s.count(a), await s.count(b), await s.count(c)]).toEqual([0, 0, 0]);
    expect(await s.events()).toEqual([
      ['contacts.group.opted_in', a],
      ['contacts.group.opted_in', b],
      ['contacts.group.opted_out', a],
      ['contacts.group.opted_out', b],
    ]);
    expect((await s.log()).slice(3)).toEqual([
      ['HARD_OPT_OUT', 'STOP', 'contact', undefined],
      ['PENDING_REMOVED', 'STOP', 'contact', c],
      ['OPT_OUT', 'STOP', 'contact', a],
      ['OPT_OUT', 'STOP', 'contact', b],
    ]);
    await expect(s.enrol('D', 'DIRECT')).rejects.toMatchObject({ code: 33035 });
  });

  it.each([
    [
      'moved',
      async (number: string, accountId: string, toAccountId: string) => {
        expect(await moveNumber(platform, { accountId, number, toAccountId })).toHaveProperty('moved');
      },
    ],
    [
      'removed and added',
      async (number: string, accountId: string, toAccountId: string) => {
        await removeNumber(platform, { accountId, number });
        await addNumber(platform, { accountId: toAccountId, number, status: 'Active' });
      },
    ],
  ])('to a number that was %s counts for the account before, too, for a while', async (_, hand) => {
    const before = await seed();
    const groupId = await before.enrol('A', 'DIRECT');
    const number = before.account.defaultNumber ?? '';
    const after = await seed();
    await hand(number, before.account.id, after.account.id);
    const stop = { rawFrom: PHONE, to: number, body: 'STOP' };

    const late = new Date(platform.clock.now().getTime() + TEXTS_ANSWERED_FOR_MS);
    await receiveInbound(platform, { ...stop, providerMessageId: `in-${++texts}` }, late);
    expect(await after.contact()).toMatchObject({ hardOptOut: { source: 'stop' } });
    expect((await before.contact())?.hardOptOut).toBeUndefined();

    const inTime = { ...stop, providerMessageId: `in-${++texts}` };
    for (const _delivery of [1, 2]) await receiveInbound(platform, inTime, platform.clock.now());
    expect(await before.contact()).toMatchObject({
      hardOptOut: { at: NOW, source: 'stop' },
      memberships: {},
    });
    expect(await before.count(groupId)).toBe(0);
    expect((await before.log()).slice(1)).toEqual([
      ['HARD_OPT_OUT', 'STOP', 'contact', undefined],
      ['OPT_OUT', 'STOP', 'contact', groupId],
    ]);
  });

  it('reaches a Mexican contact although the carrier gives the older form of its number', async () => {
    const account = await seedAccount(platform);
    const address = { accountId: account.id, phoneNumber: '+525512345678' };
    const id = await seedContact(platform, { ...address, memberships: {} });
    const text = { providerMessageId: 'mx', rawFrom: '+5215512345678', to: account.defaultNumber ?? '' };
    await receiveInbound(platform, { ...text, body: 'STOP' }, platform.clock.now());
    expect(await readStoredContact(platform.table, address)).toMatchObject({
      id,
      hardOptOut: { at: NOW, source: 'stop' },
    });
    expect((await queuedTexts(platform.table, account.id)).map(({ to }) => to)).toEqual(['+525512345678']);
  });

  it('is recorded of a number of a length that its country does not have', async () => {
    const account = await seedAccount(platform);
    const address = { accountId: account.id, phoneNumber: '+22507123456' };
    const text = { providerMessageId: 'ci', rawFrom: '+22507123456', to: account.defaultNumber ?? '' };
    await receiveInbound(platform, { ...text, body: 'STOP' }, platform.clock.now());
    expect(await readStoredContact(platform.table, address)).toMatchObject({
      id: undefined,
      hardOptOut: { at: NOW, source: 'stop' },
    });
    expect(platform.lines).toEqual([]);
  });

  it('delivered five times at once takes effect once', async () => {
    const s = await seed();
    const a = await s.enrol('A', 'DIRECT');
    await Promise.all(Array.from({ length: 5 }, () => s.text('STOP', 'same')));
    await s.text('STOP', 'same');
    expect(await s.events()).toEqual([
      ['contacts.group.opted_in', a],
      ['contacts.group.opted_out', a],
    ]);
    expect(await s.count(a)).toBe(0);
    expect((await s.log()).filter(([action]) => action === 'HARD_OPT_OUT')).toHaveLength(1);
  });
});

describe('3.3: YES, START, UNSTOP', () => {
  it('YES completes what is pending, with one event and no text', async () => {
    const s = await seed();
    const a = await s.enrol('A', 'CONFIRM');
    await Promise.all([s.text('Yes', 'same'), s.text('Yes', 'same')]);
    expect(Object.keys((await s.contact())?.memberships ?? {})).toEqual([a]);
    expect((await s.contact())?.pendingMemberships).toEqual({});
    expect(await s.count(a)).toBe(1);
    expect(await s.events()).toEqual([['contacts.group.opted_in', a]]);
    expect(await s.texts()).toHaveLength(1);
  });

  it.each([
    ['YES', 'YES'],
    ['Start', 'START'],
    ['UNSTOP.', 'UNSTOP'],
  ])('%s lifts the refusal and restores no membership', async (body, reason) => {
    const s = await seed();
    await s.enrol('A', 'DIRECT');
    await s.text('STOP');
    await s.text(body);
    expect(await s.contact()).toMatchObject({
      memberships: {},
      pendingMemberships: {},
      hardOptOut: undefined,
    });
    expect((await s.log()).at(-1)).toEqual(['HARD_OPT_OUT_LIFTED', reason, 'contact', undefined]);
    expect(Object.keys((await s.contact())?.memberships ?? {})).toEqual([]);
    await s.enrol('B', 'DIRECT');
  });

  it('a YES that comes after a later STOP does not lift it', async () => {
    const s = await seed();
    await s.enrol('A', 'CONFIRM');
    const yes = { providerMessageId: 'y', rawFrom: PHONE, to: s.account.defaultNumber ?? '', body: 'YES' };
    const saidAt = platform.clock.now();
    platform.advance(1000);
    await s.text('STOP');
    platform.advance(1000);
    await receiveInbound(platform, yes, saidAt);
    expect((await s.contact())?.hardOptOut).toEqual({ at: '2026-03-01T12:00:01.000Z', source: 'stop' });
  });

  it('a YES that comes late confirms nothing that was asked after it', async () => {
    const s = await seed();
    const yes = { providerMessageId: 'y', rawFrom: PHONE, to: s.account.defaultNumber ?? '', body: 'YES' };
    const saidAt = platform.clock.now();
    platform.advance(60_000);
    const a = await s.enrol('A', 'CONFIRM');
    await receiveInbound(platform, yes, saidAt);
    expect(await s.contact()).toMatchObject({
      memberships: {},
      pendingMemberships: { [a]: { pendingSince: '2026-03-01T12:01:00.000Z' } },
    });
    expect(await s.count(a)).toBe(0);
    expect(await s.events()).toEqual([]);
    await s.text('YES');
    expect(Object.keys((await s.contact())?.memberships ?? {})).toEqual([a]);
  });

  it('a START that comes after a repeated STOP does not lift it', async () => {
    const s = await seed();
    await s.enrol('A', 'DIRECT');
    await s.text('STOP', 'first');
    const start = {
      providerMessageId: 's',
      rawFrom: PHONE,
      to: s.account.defaultNumber ?? '',
      body: 'START',
    };
    platform.advance(1000);
    const saidAt = platform.clock.now();
    platform.advance(1000);
    await s.text('STOP', 'second');
    platform.advance(1000);
    await receiveInbound(platform, start, saidAt);
    expect((await s.contact())?.hardOptOut).toEqual({
      at: '2026-03-01T12:00:00.000Z',
      againAt: '2026-03-01T12:00:02.000Z',
      source: 'stop',
    });
  });

  it('carries an unfinished STOP to its end before lifting it', async () => {
    const s = await seed();
    const groups = await Promise.all(
      Array.from({ length: 25 }, (_, index) => s.enrol(`G${index}`, 'SILENT')),
    );
    const { table, plan } = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/receive-inbound.ts',
    });
    const dying = { ...platform, table };
    plan.current = { callsLeft: 5, when: 'after' };
    await expect(s.text('STOP', 'stop', dying)).rejects.toThrow(Crash);
    expect(Object.keys((await s.contact())?.memberships ?? {})).not.toHaveLength(0);
    await s.text('START');
    expect(await s.contact()).toMatchObject({ memberships: {}, hardOptOut: undefined });
    expect((await s.events()).filter(([type]) => type === 'contacts.group.opted_out')).toHaveLength(25);
    expect(await Promise.all(groups.map((groupId) => s.count(groupId)))).toEqual(groups.map(() => 0));
    await s.text('STOP', 'stop');
    expect((await s.contact())?.hardOptOut).toBeUndefined();
  });
});

describe('HELP', () => {
  it("is answered once with the account's text, from the number that was asked", async () => {
    const s = await seed({ helpText: 'Call 555' });
    await s.text('help', 'same');
    await s.text('help', 'same');
    expect(await s.texts()).toEqual([
      { to: PHONE, from: s.account.defaultNumber, body: 'Call 555', purpose: 'keywordReply' },
    ]);
  });

  it('is answered with a text that names the account and says STOP where the account has none', async () => {
    const s = await seed({ name: 'Acme Bakery' });
    await s.text('INFO');
    expect((await s.texts()).map(({ body }) => body)).toEqual([
      'Acme Bakery: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.',
    ]);
  });
});

describe('rules E7: HELP of one contact', () => {
  const HOUR_MS = 60 * 60 * 1000;
  const countTexts = async (s: Awaited<ReturnType<typeof seed>>) => (await s.texts()).length;

  it('is answered once in an hour, and kept each time', async () => {
    const s = await seed();
    await s.text('HELP');
    await s.text('info', 'second');
    platform.advance(HOUR_MS - 1);
    await s.text('help', 'third');
    expect(await countTexts(s)).toBe(1);
    for (const id of ['second', 'third']) {
      expect(await platform.table.get(inboundKey(s.account.id, id))).toBeDefined();
    }
    platform.advance(1);
    await s.text('HELP');
    expect(await countTexts(s)).toBe(2);
    platform.advance(HOUR_MS - 1);
    await s.text('HELP');
    expect(await countTexts(s)).toBe(2);
  });

  it('is answered once however many come at once', async () => {
    const s = await seed();
    await Promise.all(Array.from({ length: 10 }, () => s.text('HELP')));
    expect(await countTexts(s)).toBe(1);
  });

  it('does not keep an answer from another phone, nor from an unknown one', async () => {
    const s = await seed();
    await s.text('HELP');
    for (const rawFrom of ['+12125550177', '+12125550177', '+12125550176']) {
      const text = { providerMessageId: `help-${++texts}`, to: s.account.defaultNumber ?? '', body: 'HELP' };
      await receiveInbound(platform, { ...text, rawFrom }, platform.clock.now());
    }
    const answered = (await s.texts()).map(({ to }) => to).sort();
    expect(answered).toEqual([PHONE, '+12125550176', '+12125550177'].sort());
    // An unknown number does not become a contact by it.
    expect(
      await readStoredContact(platform.table, { accountId: s.account.id, phoneNumber: '+12125550177' }),
    ).toBeUndefined();
  });

  it('does not count while nothing is answered', async () => {
    const s = await seed();
    await s.text('HELP', undefined, { ...platform, keywordReplies: 'off' });
    await s.text('HELP');
    expect(await countTexts(s)).toBe(1);
  });

  it.each([1, 2, 3, 4])('is answered once when the process dies at call %i', async (call) => {
    const s = await seed();
    const { table, plan } = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/receive-inbound.ts',
    });
    plan.current = { callsLeft: call, when: 'after' };
    await s.text('HELP', `help-died-${call}`, { ...platform, table }).catch(() => undefined);
    await s.text('HELP', `help-died-${call}`);
    expect(await countTexts(s)).toBe(1);
  });
});

describe('rules E7: countries that are not enabled', () => {
  it.each(['HELP', 'STOP'])('%s from there takes effect without an answer', async (body) => {
    const s = await seed({ countries: ['DE'] });
    const a = await s.enrol('A', 'SILENT');
    await s.text(body);
    expect(await s.texts()).toEqual([]);
    expect(await s.count(a)).toBe(body === 'STOP' ? 0 : 1);
  });
});

describe('the answer to STOP', () => {
  it('is one text that confirms it, from the number that was asked', async () => {
    const s = await seed({ optOutText: 'Bye for now' });
    await s.enrol('A', 'DIRECT');
    await Promise.all(['same', 'same', 'same'].map((id) => s.text('STOP', id)));
    await s.text('STOP', 'same');
    expect(await s.texts()).toEqual([
      { to: PHONE, from: s.account.defaultNumber, body: 'Bye for now', purpose: 'keywordReply' },
    ]);
  });

  it('comes once, however often an opted-out contact texts it again', async () => {
    const s = await seed();
    await s.text('STOP');
    await s.text('STOPALL');
    await s.text('quit');
    expect((await s.texts()).map(({ body }) => body)).toEqual([
      'Acme: You have opted out and will get no more texts. Reply HELP for help.',
    ]);
    await s.text('START');
    await s.text('STOP');
    expect(await s.texts()).toHaveLength(2);
  });

  it('comes to an unknown number as well', async () => {
    const account = await seedAccount(platform);
    const text = { providerMessageId: 'u', rawFrom: '+12125550178', to: account.defaultNumber ?? '' };
    await receiveInbound(platform, { ...text, body: 'STOP' }, platform.clock.now());
    expect((await queuedTexts(platform.table, account.id)).map(({ to }) => to)).toEqual(['+12125550178']);
  });

  it('comes once although the STOP dies after any of its writes', async () => {
    for (let call = 0; call < 4; call++) {
      const s = await seed();
      await s.enrol('A', 'SILENT');
      const { table, plan } = crashingTable(engine.documents, engine.table.name, {
        entry: 'functions/workers/receive-inbound.ts',
      });
      plan.current = { callsLeft: call, when: 'after' };
      await s.text('STOP', `stop-${call}`, { ...platform, table }).catch(() => undefined);
      await s.text('STOP', `stop-${call}`);
      expect(await s.texts()).toHaveLength(1);
    }
  });
});

describe('where the provider answers STOP and HELP itself', () => {
  it.each([
    ['by the stack', { keywordReplies: undefined }, 'off'],
    ['by the account', { keywordReplies: 'off' }, 'on'],
  ] as const)('neither is answered: off %s', async (_title, overrides, keywordReplies) => {
    const s = await seed(overrides);
    const a = await s.enrol('A', 'SILENT');
    await s.text('HELP', undefined, { ...platform, keywordReplies });
    await s.text('STOP', undefined, { ...platform, keywordReplies });
    expect(await s.texts()).toEqual([]);
    expect(await s.contact()).toMatchObject({ memberships: {}, hardOptOut: { source: 'stop' } });
    expect(await s.count(a)).toBe(0);
  });

  it('an account can have them answered all the same', async () => {
    const s = await seed({ keywordReplies: 'on' });
    await s.text('HELP', undefined, { ...platform, keywordReplies: 'off' });
    expect(await s.texts()).toHaveLength(1);
  });
});

describe('any text', () => {
  it('is kept as an inbound message', async () => {
    const s = await seed();
    await s.text('What time do you open?', 'kept');
    const mark = await platform.table.get(inboundKey(s.account.id, 'kept'));
    const item = await platform.table.get(messageKey(mark?.messageId as string));
    expect(item && readMessage(item)).toMatchObject({
      accountId: s.account.id,
      direction: 'inbound',
      from: PHONE,
      to: s.account.defaultNumber,
      body: 'What time do you open?',
      status: 'sent',
      phase: 'settled',
      sentAt: NOW,
      createdAt: NOW,
    });
    expect(await s.texts()).toEqual([]);
    expect((await s.contact())?.version).toBe(1);
  });

  it('is the last reply of its contact, unless a later one was received before', async () => {
    const s = await seed();
    const lastReplyAfter = async (receivedAt: string) => {
      const text = { providerMessageId: `in-${++texts}`, rawFrom: PHONE, to: s.account.defaultNumber ?? '' };
      await receiveInbound(platform, { ...text, body: 'Hello' }, new Date(receivedAt));
      return (await s.contact())?.lastRepliedAt;
    };
    expect(await lastReplyAfter('2026-03-01T12:00:00.000Z')).toBe('2026-03-01T12:00:00.000Z');
    expect(await lastReplyAfter('2026-03-01T11:59:59.999Z')).toBe('2026-03-01T12:00:00.000Z');
    expect(await lastReplyAfter('2026-03-01T12:00:00.001Z')).toBe('2026-03-01T12:00:00.001Z');
    await s.text('HELP');
    expect((await s.contact())?.lastRepliedAt).toBe('2026-03-01T12:00:00.001Z');
  });

  it('makes no contact of a number without one', async () => {
    const s = await seed();
    const [rawFrom, to] = ['+12125550124', s.account.defaultNumber ?? ''];
    await receiveInbound(
      platform,
      { providerMessageId: 'unknown', rawFrom, to, body: 'Hello' },
      new Date(NOW),
    );
    const stored = await platform.table.get(contactKey(s.account.id, rawFrom));
    expect(stored).toBeUndefined();
  });

  it('to a number of no account is dropped, and logged without the number', async () => {
    const text = { providerMessageId: 'n', rawFrom: PHONE, to: '+12065550999', body: 'marked body' };
    await receiveInbound(platform, text, platform.clock.now());
    expect(platform.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'WARN',
        message: 'Inbound text to a number of no account dropped',
        service: 'service_undefined',
        sampling_rate: 0,
        timestamp: expect.any(String) as string,
      },
    ]);
  });

  it.each(['ACME', '12345'])('from %s, which is no phone number, is dropped', async (rawFrom) => {
    const account = await seedAccount(platform);
    const text = { providerMessageId: 'n', rawFrom, to: account.defaultNumber ?? '', body: 'STOP' };
    await receiveInbound(platform, text, platform.clock.now());
    expect(await platform.table.get(inboundKey(account.id, 'n'))).toBeUndefined();
    expect(platform.lines).toHaveLength(1);
  });
});

describe('3.4: refusals that the operator records', () => {
  it.each(['kiosk', 'carrier'] as const)('by %s leave the groups with that reason', async (source) => {
    const s = await seed();
    const a = await s.enrol('A', 'DIRECT');
    const address = { accountId: s.account.id, phoneNumber: PHONE };
    const contact = await optOutContact(platform, { ...address, source, evidence: 'Ticket 7' });
    expect(contact).toMatchObject({ memberships: {}, hardOptOut: { at: NOW, source, evidence: 'Ticket 7' } });
    const [, optedOut] = await queuedEvents(platform.table, s.account.id);
    expect(optedOut).toMatchObject({ group: { id: a }, reason: source.toUpperCase() });
    await optInContact(platform, { ...address, evidence: 'Form 9' });
    expect((await s.contact())?.hardOptOut).toBeUndefined();
    const lines = await membershipLog(platform.table, address);
    expect(
      lines.map(({ action, reason, actor, evidence }) => [action, reason, actor, evidence]).slice(1),
    ).toEqual([
      ['HARD_OPT_OUT', source.toUpperCase(), 'operator', 'Ticket 7'],
      ['OPT_OUT', source.toUpperCase(), 'operator', undefined],
      ['HARD_OPT_OUT_LIFTED', 'FORM', 'operator', 'Form 9'],
    ]);
  });
});

describe('3.4: a refusal of a contact that has refused already', () => {
  it('is in the log with its source and evidence, and causes no event', async () => {
    const s = await seed();
    await s.enrol('A', 'SILENT');
    const address = { accountId: s.account.id, phoneNumber: PHONE };
    await s.text('STOP');
    await s.text('STOP');
    platform.advance(1000);
    await optOutContact(platform, { ...address, source: 'carrier', evidence: 'Ticket 7' });
    await s.text('STOP');
    const lines = await membershipLog(platform.table, address);
    expect(lines.slice(1).map(({ at, action, reason, evidence }) => [at, action, reason, evidence])).toEqual([
      [NOW, 'HARD_OPT_OUT', 'STOP', undefined],
      [NOW, 'OPT_OUT', 'STOP', undefined],
      ['2026-03-01T12:00:01.000Z', 'HARD_OPT_OUT', 'CARRIER', 'Ticket 7'],
    ]);
    expect((await s.contact())?.hardOptOut).toEqual({
      at: '2026-03-01T12:00:00.000Z',
      againAt: '2026-03-01T12:00:01.000Z',
      source: 'stop',
    });
    expect((await s.events()).map(([type]) => type)).toEqual([
      'contacts.group.opted_in',
      'contacts.group.opted_out',
    ]);
    expect(await s.texts()).toHaveLength(1);
  });

  it('by a text after the word of the operator is in the log with its text, and gets no answer', async () => {
    const s = await seed();
    const address = { accountId: s.account.id, phoneNumber: PHONE };
    await optOutContact(platform, { ...address, source: 'kiosk', evidence: 'Ticket 7' });
    await Promise.all([s.text('STOP', 'same'), s.text('STOP', 'same')]);
    const lines = await membershipLog(platform.table, address);
    expect(
      lines.map(({ reason, actor, evidence, messageId }) => [
        reason,
        actor,
        evidence,
        messageId?.slice(0, 4),
      ]),
    ).toEqual([
      ['KIOSK', 'operator', 'Ticket 7', undefined],
      ['STOP', 'contact', undefined, 'msg_'],
    ]);
    expect(await s.texts()).toEqual([]);
  });
});

describe('a STOP that no queue delivers again', () => {
  it('is carried out to its end by the timer', async () => {
    const s = await seed();
    const groups = await Promise.all(
      Array.from({ length: 25 }, (_, index) => s.enrol(`G${index}`, 'SILENT')),
    );
    const { table, plan } = crashingTable(engine.documents, engine.table.name, {
      entry: 'functions/workers/receive-inbound.ts',
    });
    plan.current = { callsLeft: 4, when: 'after' };
    await expect(s.text('STOP', 'lost', { ...platform, table })).rejects.toThrow(Crash);
    expect((await s.contact())?.hardOptOut).toBeDefined();
    await sweepOptOuts(platform);
    expect(Object.keys((await s.contact())?.memberships ?? {})).toHaveLength(25);
    platform.advance(120_000);
    expect(await sweepOptOuts(platform)).toBe(1);
    expect((await s.contact())?.memberships).toEqual({});
    expect(await sweepOptOuts(platform)).toBe(0);
    expect(await Promise.all(groups.map((groupId) => s.count(groupId)))).toEqual(groups.map(() => 0));
    expect((await s.events()).filter(([type]) => type === 'contacts.group.opted_out')).toHaveLength(25);
  });
});
