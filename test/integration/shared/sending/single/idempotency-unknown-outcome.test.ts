import { messageKey } from '../../../../../shared/platform/store/keys';
import { requeueStalledMessages } from '../../../../../shared/sending/single/requeue-stalled-messages';
import type { QueueMessage } from '../../../../../shared/platform/queues/queues';
import { recordReceipt } from '../../../../support/sending/record-receipt';
import { useEngine } from '../../../../support/engines/engine';
import { HandlerDied } from '../../../../support/faults/mortal-handler';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../../../support/sending/scripted-provider';
import {
  createSendingFixture,
  type SendingFixture,
  type AnsweredSend,
  START,
  TO,
} from '../../../../support/sending/sending-fixture';

const HOUR_MS = 60 * 60 * 1000;
const LEASE_MS = 60_000;
const KEY = 'order:1';

const engine = useEngine();
let sending: SendingFixture;

beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
});

const send = (body: Parameters<SendingFixture['send']>[0] = {}) =>
  sending.send({ idempotencyKey: KEY, ...body });
const bodyOf = (outcome: AnsweredSend) => ('body' in outcome ? outcome.body : { code: String(outcome.code) });
const idOf = (outcome: AnsweredSend) => bodyOf(outcome).id ?? '';
const replayOf = (outcome: AnsweredSend) => ({ ...outcome, isReplay: true });

/** Runs a handler that dies in its second transaction, after the provider has taken the message. */
async function dieBeforeSettling(): Promise<void> {
  const transact = engine.table.transact.bind(engine.table);
  const spy = jest
    .spyOn(engine.table, 'transact')
    .mockImplementationOnce(transact)
    .mockRejectedValueOnce(new HandlerDied());
  await expect(send()).rejects.toThrow(HandlerDied);
  spy.mockRestore();
}

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
    await recordReceipt(sending, { messageId: id, status: 'delivered', at: DELIVERED_AT });
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
    await recordReceipt(sending, { messageId: first, status: 'delivered', at: DELIVERED_AT });
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
    const requeued: QueueMessage[] = [];
    const queues = { send: async (_: string, messages: QueueMessage[]) => (requeued.push(...messages), []) };
    await requeueStalledMessages({ ...sending, queues });
    expect(requeued).toContainEqual({ body: { messageId: id }, groupId: sending.accountId });
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'unknown' });
    expect(await send()).toMatchObject({ isReplay: true, body: { id, errorType: 'outcome_unknown' } });
    expect(sending.provider.asked).toHaveLength(1);
    expect(await send()).toMatchObject({ isReplay: false, body: { status: 'sent' } });
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is reported as sent when a receipt came before the next request', async () => {
    sending.provider.script('dieAfterTaking');
    await expect(send()).rejects.toThrow(HandlerDied);
    const id = sending.provider.taken[0]?.messageId ?? '';
    await recordReceipt(sending, { messageId: id, status: 'pending', at: '2026-03-01T12:00:05.000Z' });
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
    await recordReceipt(sending, { messageId: id, status: 'delivered', at: '2026-03-01T12:00:05.000Z' });
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
      await recordReceipt(sending, {
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
    const meanwhile: AnsweredSend[] = [];
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
