import { idempotencyKey, messageKey } from '../../../../shared/platform/keys';
import { wakeMessages } from '../../../../shared/messages/wake-messages';
import type { QueueMessage } from '../../../../shared/platform/queues';
import { recordReceipt } from '../../../../shared/receipts/record-receipt';
import { startEngine, type TestEngine } from '../../../support/engine';
import { HandlerDied, REFUSED, UNAVAILABLE, UNKNOWN } from '../../../support/scripted-provider';
import {
  createSendingFixture,
  type SendingFixture,
  type SendOutcome,
  START,
  TO,
} from '../../../support/sending-fixture';

const HOUR_MS = 60 * 60 * 1000;
const LEASE_MS = 60_000;
const KEY = 'order:1';

let engine: TestEngine;
let sending: SendingFixture;

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
});

const send = (body: Parameters<SendingFixture['send']>[0] = {}) =>
  sending.send({ idempotencyKey: KEY, ...body });
const bodyOf = (outcome: SendOutcome) => ('body' in outcome ? outcome.body : { code: String(outcome.code) });
const idOf = (outcome: SendOutcome) => bodyOf(outcome).id ?? '';
const replayOf = (outcome: SendOutcome) => ({ ...outcome, isReplay: true });

/** A handler that dies in its second transaction, after the provider has taken the message. */
async function dieBeforeSettling(): Promise<void> {
  const transact = engine.table.transact.bind(engine.table);
  const spy = jest
    .spyOn(engine.table, 'transact')
    .mockImplementationOnce(transact)
    .mockRejectedValueOnce(new HandlerDied());
  await expect(send()).rejects.toThrow(HandlerDied);
  spy.mockRestore();
}

describe('a key that was consumed (contract 8.3)', () => {
  it('replays the first status and body, and sends nothing new', async () => {
    const first = await send();
    sending.advance(1_000);
    expect(await send()).toEqual(replayOf(first));
    expect(sending.provider.asked).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it.each([
    ['another body', { body: 'Something else' }],
    ['another recipient, even one who may not be sent to', { to: '+12125550199' }],
    ['a recipient that is no number', { to: 'nobody' }],
    ['a sender of somebody else', { from: '+12065550199' }],
    ['an invalid body', { body: '\u0007' }],
    ['no body', { body: '' }],
  ])('replays for %s too', async (_title, body) => {
    const first = await send();
    expect(await send(body)).toEqual(replayOf(first));
  });

  it('replays even after the recipient’s STOP and without credits', async () => {
    sending = await createSendingFixture(engine.table, { smsCredits: 2 });
    const first = await send();
    await sending.changeContact({ memberships: {}, hardOptOut: { at: START, source: 'stop' } });
    expect(await send()).toEqual(replayOf(first));
  });

  it('belongs to its account', async () => {
    await send();
    const other = await createSendingFixture(engine.table);
    expect(await other.send({ idempotencyKey: KEY })).toMatchObject({ isReplay: false });
    expect(other.provider.taken).toHaveLength(1);
  });

  it('is replayed a millisecond before 48 hours are over', async () => {
    const first = await send();
    sending.advance(48 * HOUR_MS - 1);
    expect(await send()).toEqual(replayOf(first));
  });

  it('is free at 48 hours although its item is still there', async () => {
    const first = await send();
    sending.advance(48 * HOUR_MS);
    expect(await sending.keyRecord(KEY)).toMatchObject({ subjectId: idOf(first) });
    const second = await send();
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(idOf(second)).not.toBe(idOf(first));
    expect(await sending.credits()).toEqual({ sms: 96, mms: 10 });
  });

  it('keeps its item well beyond 48 hours, for DynamoDB to delete when it likes', async () => {
    await send();
    const item = await engine.table.get(idempotencyKey(sending.accountId, 'message', KEY));
    expect(item?.expiresAtEpochSeconds).toBe((Date.parse(START) + 48 * HOUR_MS + 72 * HOUR_MS) / 1000);
  });

  it('that a job’s recipient consumed is answered with that recipient’s message', async () => {
    const first = await send();
    const { answer: _answer, ...record } = (await engine.table.get(
      idempotencyKey(sending.accountId, 'message', KEY),
    )) ?? { pk: '', sk: '' };
    await engine.table.put({ Item: record });
    expect(await send()).toEqual(replayOf(first));
  });
});

describe('a failed send frees its key', () => {
  it('when the provider refused it', async () => {
    sending.provider.script(REFUSED);
    const first = await send();
    expect(await sending.keyRecord(KEY)).toBeUndefined();
    const second = await send();
    expect(second).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(idOf(second)).not.toBe(idOf(first));
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('when credits were missing', async () => {
    sending = await createSendingFixture(engine.table, { smsCredits: 1 });
    expect(await send()).toEqual({ code: 33023 });
    expect(await sending.keyRecord(KEY)).toBeUndefined();
  });

  it.each([
    ['33019', { body: 'Buy our whiskey tonight, vodka half price' }],
    ['33016', { body: '\u0007' }],
    ['33028', { to: '+12125550199' }],
    ['33004', { from: '+12065550199' }],
  ])('when it was rejected with %s', async (code, body) => {
    expect(await send(body)).toEqual({ code: Number(code) });
    expect(await sending.keyRecord(KEY)).toBeUndefined();
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
  });
});

describe('identical requests at once', () => {
  it('send exactly once, and all twenty get the same answer', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send()));
    const first = outcomes.find((outcome) => 'isReplay' in outcome && !outcome.isReplay);
    expect(outcomes.map(bodyOf)).toEqual(Array.from({ length: 20 }, () => first && bodyOf(first)));
    expect(outcomes.filter((outcome) => 'isReplay' in outcome && outcome.isReplay)).toHaveLength(19);
    expect(sending.provider.asked).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('send exactly once also when the key had expired', async () => {
    await send();
    sending.advance(48 * HOUR_MS);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(sending.provider.asked).toHaveLength(2);
    expect(await sending.credits()).toEqual({ sms: 96, mms: 10 });
  });

  it('while the first is still running after 5 seconds get 33104', async () => {
    sending.provider.script('die');
    await expect(send()).rejects.toThrow(HandlerDied);
    const before = sending.clock.now().getTime();
    expect(await send()).toEqual({ code: 33104 });
    expect(sending.clock.now().getTime() - before).toBe(5_000);
  });
});

describe('a key whose message was queued', () => {
  beforeEach(() => {
    sending.provider.script(UNAVAILABLE);
  });

  it('replays `queued`, also once the message is sent, for 48 hours from then', async () => {
    const first = await send();
    sending.advance(1_000);
    expect(await send()).toEqual(replayOf(first));
    await sending.attempt(idOf(first));
    expect(await sending.message(idOf(first))).toMatchObject({ status: 'sent' });
    expect(await send()).toEqual(replayOf(first));
    sending.advance(48 * HOUR_MS - 1);
    expect(await send()).toEqual(replayOf(first));
    sending.advance(1);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
  });

  it('does not expire as long as the message waits, however long the queue is out of order', async () => {
    const first = await send();
    sending.advance(49 * HOUR_MS);
    expect(await send()).toEqual(replayOf(first));
    const item = await engine.table.get(idempotencyKey(sending.accountId, 'message', KEY));
    expect(item).not.toHaveProperty('expiresAtEpochSeconds');
    await sending.attempt(idOf(first));
    expect(await send()).toEqual(replayOf(first));
    expect(sending.provider.taken).toHaveLength(1);
  });

  it('is free when the provider refuses the message later', async () => {
    sending.provider.script(REFUSED);
    const first = await send();
    sending.advance(1_000);
    await sending.attempt(idOf(first));
    expect(await sending.keyRecord(KEY)).toBeUndefined();
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is free when the message is given up', async () => {
    const first = await send();
    sending.provider.script(UNAVAILABLE);
    sending.advance(4 * HOUR_MS);
    await sending.attempt(idOf(first));
    expect(await sending.message(idOf(first))).toMatchObject({ errorType: 'provider_unavailable' });
    expect(await sending.keyRecord(KEY)).toBeUndefined();
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });

  it('tells a later unknown outcome before it may be sent again, without a second charge', async () => {
    sending.provider.script(UNKNOWN);
    const first = await send();
    sending.advance(1_000);
    await sending.attempt(idOf(first));
    expect(await send()).toMatchObject({
      isReplay: true,
      body: { id: idOf(first), status: 'failed', errorType: 'outcome_unknown' },
    });
    expect(sending.provider.asked).toHaveLength(2);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('tells that the worker died before it may be sent again', async () => {
    sending.provider.script('dieAfterTaking');
    const first = await send();
    sending.advance(1_000);
    await expect(sending.attempt(idOf(first))).rejects.toThrow(HandlerDied);
    expect(await send()).toEqual(replayOf(first));
    sending.advance(LEASE_MS);
    await sending.attempt(idOf(first));
    expect(await send()).toMatchObject({ isReplay: true, body: { errorType: 'outcome_unknown' } });
    expect(sending.provider.taken).toHaveLength(1);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
  });

  const settleUnknown = async (id: string) => {
    sending.provider.script(UNKNOWN);
    sending.advance(1_000);
    await sending.attempt(id);
  };
  const receipt = (messageId: string) =>
    recordReceipt(engine, { messageId, status: 'delivered', at: '2026-03-01T12:00:02.000Z' });

  it('replays `queued` when a receipt has settled an unknown outcome that nobody was told', async () => {
    const first = await send();
    await settleUnknown(idOf(first));
    await receipt(idOf(first));
    expect(await sending.message(idOf(first))).toMatchObject({ status: 'sent' });
    expect(await send()).toEqual(replayOf(first));
    expect(sending.provider.taken).toHaveLength(1);
  });

  it('replays `sent` when a receipt has settled an unknown outcome that was told', async () => {
    const id = idOf(await send());
    await settleUnknown(id);
    expect(await send()).toMatchObject({ body: { id, errorType: 'outcome_unknown' } });
    await receipt(id);
    expect(await send()).toMatchObject({
      isReplay: true,
      body: { id, status: 'sent', sentAt: '2026-03-01T12:00:02.000Z' },
    });
    expect(sending.provider.taken).toHaveLength(1);
  });
});

describe('a key whose message has an unknown outcome', () => {
  const DELIVERED_AT = '2026-03-01T12:00:05.000Z';
  beforeEach(() => {
    sending.provider.script(UNKNOWN);
  });

  it('may be sent again at once, without a second charge', async () => {
    const first = await send();
    const second = await send();
    expect(second).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(idOf(second)).not.toBe(idOf(first));
    expect(sending.provider.taken).toHaveLength(2);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
    expect(await send()).toEqual(replayOf(second));
  });

  it('may be sent again without a second charge even when no credits are left', async () => {
    sending = await createSendingFixture(engine.table, { smsCredits: 2 });
    sending.provider.script(UNKNOWN, UNKNOWN);
    await send();
    expect(await send()).toMatchObject({ body: { errorType: 'outcome_unknown' } });
    expect(await send()).toMatchObject({ body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 0, mms: 10 });
  });

  it('pays for what the second try costs beyond the first', async () => {
    await send();
    sending.provider.script(UNKNOWN);
    expect(await send({ mediaUrl: 'https://example.com/cat.jpg' })).toMatchObject({ status: 201 });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 9 });
    expect(await send({ mediaUrl: 'https://example.com/cat.jpg' })).toMatchObject({
      body: { status: 'sent' },
    });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 9 });
  });

  it('gives back only what the second try cost when that is refused', async () => {
    await send();
    sending.provider.script(REFUSED);
    await send({ mediaUrl: 'https://example.com/cat.jpg' });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('forgets the attempt 48 hours later', async () => {
    await send();
    sending.advance(48 * HOUR_MS);
    await send();
    expect(await sending.credits()).toEqual({ sms: 96, mms: 10 });
  });

  it('gets the first message back as `sent` when a receipt came meanwhile', async () => {
    const id = idOf(await send());
    await recordReceipt(engine, { messageId: id, status: 'delivered', at: DELIVERED_AT });
    expect(await send()).toEqual({
      status: 201,
      isReplay: true,
      body: {
        id,
        direction: 'outbound',
        to: TO,
        from: '+12065550100',
        body: 'Hello',
        status: 'sent',
        sentAt: DELIVERED_AT,
        createdAt: START,
      },
    });
    expect(sending.provider.asked).toHaveLength(1);
    sending.advance(5_000 + 48 * HOUR_MS - 1);
    expect(await send()).toMatchObject({ isReplay: true });
    sending.advance(1);
    expect(await send()).toMatchObject({ isReplay: false });
  });

  it('keeps the second message when the receipt of the first comes after the retry', async () => {
    const first = idOf(await send());
    const second = await send();
    await recordReceipt(engine, { messageId: first, status: 'delivered', at: DELIVERED_AT });
    expect(await sending.message(first)).toMatchObject({ status: 'sent', deliveryStatus: 'delivered' });
    expect(await send()).toEqual(replayOf(second));
  });
});

describe('a handler that dies between the two transactions', () => {
  it('leaves a claim: until its lease ends, a retry gets 33104', async () => {
    await dieBeforeSettling();
    sending.advance(LEASE_MS - 5_001);
    expect(await send()).toEqual({ code: 33104 });
  });

  it('is told as outcome_unknown to the first retry, which does not send; the next one does, free', async () => {
    await dieBeforeSettling();
    sending.advance(LEASE_MS);
    expect(await send()).toMatchObject({
      status: 201,
      isReplay: true,
      body: { status: 'failed', errorType: 'outcome_unknown' },
    });
    expect(sending.provider.asked).toHaveLength(1);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(sending.provider.asked).toHaveLength(2);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is told so too when the timer found the dead lease before the retry', async () => {
    sending.provider.script('dieAfterTaking');
    await expect(send()).rejects.toThrow(HandlerDied);
    const id = sending.provider.taken[0]?.messageId ?? '';
    sending.advance(LEASE_MS);
    const woken: QueueMessage[] = [];
    const queues = { send: async (_: string, messages: QueueMessage[]) => (woken.push(...messages), []) };
    await wakeMessages({ ...sending, queues });
    expect(woken).toContainEqual({ body: { messageId: id }, groupId: sending.accountId });
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    expect(await send()).toMatchObject({ isReplay: true, body: { id, errorType: 'outcome_unknown' } });
    expect(sending.provider.asked).toHaveLength(1);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is told as sent when a receipt came before anybody looked', async () => {
    sending.provider.script('dieAfterTaking');
    await expect(send()).rejects.toThrow(HandlerDied);
    const id = sending.provider.taken[0]?.messageId ?? '';
    await recordReceipt(engine, { messageId: id, status: 'pending', at: '2026-03-01T12:00:05.000Z' });
    sending.advance(LEASE_MS);
    expect(await send()).toMatchObject({
      isReplay: true,
      body: { id, status: 'sent', sentAt: '2026-03-01T12:00:05.000Z' },
    });
    expect(await send()).toMatchObject({ isReplay: true, body: { id, status: 'sent' } });
    expect(sending.provider.asked).toHaveLength(1);
  });

  it('is told as sent when the receipt came between the timer’s look and the retry', async () => {
    await dieBeforeSettling();
    const id = sending.provider.taken[0]?.messageId ?? '';
    sending.advance(LEASE_MS);
    await sending.attempt(id);
    await recordReceipt(engine, { messageId: id, status: 'delivered', at: '2026-03-01T12:00:05.000Z' });
    expect(await send()).toMatchObject({ isReplay: true, body: { id, status: 'sent' } });
    expect(sending.provider.asked).toHaveLength(1);
  });

  it('before the provider was asked is not told apart: outcome_unknown, then sent', async () => {
    sending.provider.script('die');
    await expect(send()).rejects.toThrow(HandlerDied);
    sending.advance(LEASE_MS);
    expect(await send()).toMatchObject({ isReplay: true, body: { errorType: 'outcome_unknown' } });
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('lets one of twenty retries at once send at most one more, and none is left without an answer', async () => {
    await dieBeforeSettling();
    sending.advance(LEASE_MS);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(outcomes.filter((outcome) => 'code' in outcome)).toEqual([]);
    expect(sending.provider.asked.length).toBeLessThanOrEqual(2);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('without a key ends as outcome_unknown by the timer', async () => {
    sending.provider.script('die');
    await expect(sending.send()).rejects.toThrow(HandlerDied);
    const id = sending.provider.asked[0]?.messageId ?? '';
    sending.advance(LEASE_MS - 1);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ phase: 'handingOver' });
    sending.advance(1);
    await sending.attempt(id);
    expect(await engine.table.get(messageKey(id))).toMatchObject({
      status: 'failed',
      errorType: 'outcome_unknown',
      phase: 'settled',
    });
  });
});

describe('a receipt that overtakes the provider’s missing answer', () => {
  it('makes the message sent instead of outcome_unknown', async () => {
    const { provider } = sending;
    const ask = provider.send.bind(provider);
    provider.script(UNKNOWN);
    provider.send = async (message) => {
      const answer = await ask(message);
      await recordReceipt(engine, {
        messageId: message.messageId,
        status: 'delivered',
        at: '2026-03-01T12:00:00.500Z',
      });
      return answer;
    };
    const first = await send();
    expect(first).toMatchObject({
      isReplay: false,
      body: { status: 'sent', sentAt: '2026-03-01T12:00:00.500Z' },
    });
    expect(await send()).toEqual(replayOf(first));
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });
});

describe('a handler that outlives its lease', () => {
  it.each([
    ['unavailable', UNAVAILABLE],
    ['refused', REFUSED],
    ['accepted', { outcome: 'accepted', providerMessageId: 'late' } as const],
  ])('changes nothing of what was told meanwhile: %s', async (_title, lateAnswer) => {
    const { provider } = sending;
    const ask = provider.send.bind(provider);
    const meanwhile: SendOutcome[] = [];
    provider.script(lateAnswer);
    provider.send = async (message) => {
      const answer = await ask(message);
      if (provider.asked.length === 1) {
        sending.advance(LEASE_MS);
        meanwhile.push(await send(), await send());
      }
      return answer;
    };
    const late = await send();
    const [told, second] = meanwhile;
    expect(told).toMatchObject({ isReplay: true, body: { errorType: 'outcome_unknown' } });
    expect(second).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(late).toEqual({ ...told, isReplay: false });

    sending.advance(LEASE_MS);
    await sending.attempt(idOf(late));
    expect(provider.asked).toHaveLength(2);
    expect(await send()).toEqual(second && replayOf(second));
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });
});
