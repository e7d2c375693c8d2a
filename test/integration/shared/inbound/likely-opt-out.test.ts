import { acceptLikelyOptOut, dismissLikelyOptOut } from '../../../../shared/audience/consent/decide-review';
import { decideGate, isUnderReview } from '../../../../shared/audience/consent/compliance-gate';
import { membershipLog } from '../../../../shared/audience/consent/consent-log';
import { listReviews } from '../../../../shared/audience/consent/review-item';
import { addMembership } from '../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import { readMessage } from '../../../../shared/messages/message';
import { attemptQueuedMessage } from '../../../../shared/sending/single/attempt-queued-message';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { readOutboxItem } from '../../../../shared/outbox/outbox';
import type { Item } from '../../../../shared/platform/store/item';
import { messageKey } from '../../../../shared/platform/store/keys';
import {
  consentPlatform,
  NOW,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { useEngine } from '../../../support/engines/engine';
import { validateEvent } from '../../../support/webhooks/event-schemas';
import { createScriptedProvider } from '../../../support/sending/scripted-provider';

const PHONE = '+12125550123' as E164;
const MINUTE_MS = 60_000;
const engine = useEngine();
let platform: ReturnType<typeof consentPlatform>;
beforeEach(() => {
  platform = consentPlatform(engine.table);
});

let texts = 0;
async function seed({ hasContact = true } = {}) {
  const account = await seedAccount(platform);
  const accountId = account.id;
  const address = { accountId, phoneNumber: PHONE } as const;
  if (hasContact) await seedContact(platform, address);
  const { id: groupId } = await createGroup(platform, { accountId, name: 'News', optInType: 'SINGLE' });
  if (hasContact)
    await addMembership(platform, {
      ...{ account, phoneNumber: PHONE, groupId, optInMode: 'SILENT' },
      actor: { type: 'api' },
    });
  return {
    accountId,
    address,
    say: (body: string, { id = `likely-${(texts += 1)}`, receivedAt = platform.clock.now() } = {}) =>
      receiveInbound(
        platform,
        { providerMessageId: id, rawFrom: PHONE, to: account.defaultNumber ?? '', body },
        receivedAt,
      ),
    contact: () => readStoredContact(engine.table, address),
    reviews: () => listReviews(engine.table, { accountId, limit: 100 }),
    events: async () =>
      (await outbox()).flatMap((entry) =>
        entry.kind === 'event' &&
        entry.event.detailType === 'messaging.optout.likely' &&
        (entry.event.detail as { accountId: string }).accountId === accountId
          ? [entry.event.detail]
          : [],
      ),
    /** Returns the ids of the texts that wait for their hand-over. */
    texts: async () =>
      (await outbox()).flatMap((entry) =>
        entry.kind === 'message' && entry.accountId === accountId ? [entry.messageId] : [],
      ),
  };
}

async function outbox() {
  const entries = [];
  for await (const item of engine.table.scan({
    FilterExpression: 'begins_with(pk, :outbox)',
    ExpressionAttributeValues: { ':outbox': 'OUTBOX#' },
  }))
    entries.push(readOutboxItem(item as Item).entry);
  return entries;
}

describe('rules 3.3: a text that likely refuses', () => {
  it('pauses marketing at once, waits for a decision, and is told once, however often it comes', async () => {
    const { say, contact, reviews, events } = await seed();
    await Promise.all(Array.from({ length: 5 }, () => say('please stop texting me', { id: 'same' })));
    const stored = await contact();
    expect(isUnderReview(stored)).toBe(true);
    expect(decideGate(stored)).toBe('allowed');
    const { messageId } = stored!.likelyOptOut!;
    expect(await reviews()).toEqual([{ phoneNumber: PHONE, at: NOW, messageId }]);
    const told = await events();
    expect(told).toMatchObject([{ message: { id: messageId, from: PHONE }, reason: 'refusal' }]);
    expect(validateEvent(told[0]!)).toBeNull();
    await say('wrong number');
    expect(await reviews()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  it('of another kind of text does nothing', async () => {
    const { say, contact, reviews } = await seed();
    await say("I'll stop by at 5");
    expect(isUnderReview(await contact())).toBe(false);
    expect(await reviews()).toEqual([]);
  });

  it('of a number without a contact is kept as a text only', async () => {
    const { say, contact, reviews } = await seed({ hasContact: false });
    await say('please stop texting me');
    expect([await contact(), await reviews()]).toEqual([undefined, []]);
  });

  it('that is accepted is a hard opt-out of its own time, without an answer', async () => {
    const { address, say, contact, reviews, texts: sent } = await seed();
    await say('Stop. Thank you');
    platform.advance(24 * 60 * MINUTE_MS);
    expect(await acceptLikelyOptOut(platform, { ...address, evidence: 'ticket 7' })).toBe('decided');
    const stored = await contact();
    expect(stored).toMatchObject({
      memberships: {},
      hardOptOut: { at: NOW, source: 'stop', evidence: 'ticket 7' },
    });
    expect(stored?.likelyOptOut).toBeUndefined();
    expect([await reviews(), await sent()]).toEqual([[], []]);
    const log = await membershipLog(engine.table, address);
    expect(log.map(({ action, reason, actor }) => [action, reason, actor])).toEqual(
      expect.arrayContaining([
        ['LIKELY_OPT_OUT', 'CONTACT_TEXTED', 'contact'],
        ['HARD_OPT_OUT', 'STOP', 'operator'],
        ['OPT_OUT', 'STOP', 'contact'],
      ]),
    );
    expect(await acceptLikelyOptOut(platform, address)).toBe('notPending');
  });

  it('needs no decision any more after a STOP', async () => {
    const { say, contact, reviews } = await seed();
    await say('please stop texting me');
    await say('STOP');
    expect(await contact()).toMatchObject({ hardOptOut: { source: 'stop' }, memberships: {} });
    expect(await reviews()).toEqual([]);
  });

  it('is decided once, by the first decision', async () => {
    const { address, say, reviews } = await seed();
    await say('please stop texting me');
    const decisions = await Promise.all([
      acceptLikelyOptOut(platform, address),
      dismissLikelyOptOut(platform, address),
      dismissLikelyOptOut(platform, address),
    ]);
    expect(decisions.filter((decision) => decision === 'decided').length).toBeGreaterThanOrEqual(1);
    expect(await reviews()).toEqual([]);
  });

  it('leaves no number behind when the person is erased', async () => {
    const { address, say, reviews } = await seed();
    await say('please stop texting me');
    await requestErasure(platform, address);
    expect(await reviews()).toEqual([]);
  });
});

describe('rules 3.3: the confirmation of a STOP', () => {
  it.each([
    ['a millisecond before five minutes', 5 * MINUTE_MS - 1, 1],
    ['five minutes', 5 * MINUTE_MS, 0],
  ])('of a text that was queued for %s', async (_title, waitedMs, count) => {
    const { say, contact, texts: sent } = await seed();
    const receivedAt = platform.clock.now();
    platform.advance(waitedMs);
    await say('STOP', { receivedAt });
    expect(await sent()).toHaveLength(count);
    expect(await contact()).toMatchObject({ hardOptOut: { at: NOW } });
  });

  it.each([
    ['in time', 5 * MINUTE_MS - 1, { status: 'sent' }],
    ['too late', 5 * MINUTE_MS, { status: 'failed', errorType: 'too_late' }],
  ])('is handed over %s', async (_title, waitedMs, expected) => {
    const { accountId, say, texts: sent } = await seed();
    await say('STOP');
    const [messageId = ''] = await sent();
    platform.advance(waitedMs);
    const provider = createScriptedProvider();
    await attemptQueuedMessage({ ...platform, provider }, messageId);
    const item = await engine.table.get(messageKey(messageId));
    expect(readMessage(item!)).toMatchObject({ accountId, ...expected });
    expect(provider.taken).toHaveLength(expected.status === 'sent' ? 1 : 0);
  });
});
