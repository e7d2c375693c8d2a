import { idempotencyKey } from '../../../../../shared/platform/store/keys';
import { recordReceipt } from '../../../../support/sending/record-receipt';
import { useEngine } from '../../../../support/engines/engine';
import { HandlerDied } from '../../../../support/faults/mortal-handler';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../../../support/sending/scripted-provider';
import {
  createSendingFixture,
  type SendingFixture,
  type AnsweredSend,
  START,
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

describe('a key that was consumed (rules 8.3)', () => {
  it('replays even after the recipient’s STOP and without credits', async () => {
    sending = await createSendingFixture(engine.table, { smsCredits: 2 });
    const first = await send();
    await sending.changeContact({ memberships: {}, hardOptOut: { at: START, source: 'stop' } });
    expect(await send()).toEqual(replayOf(first));
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

  it('keeps its item beyond 48 hours, for DynamoDB to delete when it likes', async () => {
    await send();
    const item = await engine.table.get(idempotencyKey(sending.accountId, 'message', KEY));
    expect(item?.expiresAtEpochSeconds).toBe((Date.parse(START) + 48 * HOUR_MS + HOUR_MS) / 1000);
  });
});

describe('a failed send frees its key', () => {
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
  it('send exactly once also when the key had expired', async () => {
    await send();
    sending.advance(48 * HOUR_MS);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(sending.provider.asked).toHaveLength(2);
    expect(await sending.credits()).toEqual({ sms: 96, mms: 10 });
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
    recordReceipt(sending, { messageId, status: 'delivered', at: '2026-03-01T12:00:02.000Z' });

  it('replays `queued` when a receipt has settled an unknown outcome that no caller was told', async () => {
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
