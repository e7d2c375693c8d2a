import { readNumber } from '../../../../../shared/senders/number';
import { reserveSlots } from '../../../../../shared/senders/reserve-slots';
import { updateExpression } from '../../../../../shared/platform/store/expressions';
import { accountKey, accountNumberKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import {
  createSendingFixture,
  type SendingFixture,
  START,
} from '../../../../support/sending/sending-fixture';
import { UNAVAILABLE } from '../../../../support/sending/scripted-provider';

const engine = useEngine();
let sending: SendingFixture;
let from: string;
let numbers = 0;

beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
  from = `+1206555${String(1_000 + (numbers += 1))}`;
  await setRate(2);
});

async function setRate(ratePerSecond: number): Promise<void> {
  const { accountId, table } = sending;
  const item = { number: from, accountId, status: 'Active', ratePerSecond, createdAt: START };
  await table.put({ Item: { ...accountNumberKey(accountId, from), ...item } });
  expect(readNumber({ ...accountNumberKey(accountId, from), ...item }).ratePerSecond).toBe(ratePerSecond);
}

/** Takes the number's slots of the next seconds. */
async function occupy(seconds: number): Promise<void> {
  const lastWithinMs = 1000 * seconds;
  await reserveSlots(sending, {
    number: from,
    ratePerSecond: 2,
    parts: Array.from({ length: 2 * seconds }, () => 1),
    horizon: { leadMs: 0, firstWithinMs: 0, lastWithinMs },
  });
}

const send = async (key?: string) => {
  const outcome = await sending.send({ from, ...(key !== undefined && { idempotencyKey: key }) });
  if (!('body' in outcome)) throw new Error(`Refused with ${outcome.code}`);
  return outcome.body;
};

describe('a single send from a number with a rate', () => {
  it('goes at once when the number is free', async () => {
    expect(await send()).toMatchObject({ status: 'sent', sentAt: START });
  });

  it('waits up to a second for its slot', async () => {
    await send();

    expect(await send()).toMatchObject({ status: 'sent', sentAt: '2026-03-01T12:00:00.520Z' });
  });

  it('of two parts takes two slots, and of one part the next', async () => {
    const long = await sending.send({ from, body: 'x'.repeat(161) });
    expect(long).toMatchObject({ body: { status: 'sent', sentAt: START } });

    expect(await send()).toMatchObject({ status: 'queued' });
    expect(sending.provider.taken).toHaveLength(1);
  });

  it('is queued without an attempt when there is none within a second', async () => {
    await occupy(2);

    const { id = '', ...answer } = await send();

    expect(answer).toEqual({
      direction: 'outbound',
      to: '+12125550123',
      from,
      body: 'Hello',
      status: 'queued',
      createdAt: START,
    });
    expect(await sending.message(id)).toMatchObject({
      phase: 'waiting',
      attempts: 0,
      nextAttemptAt: new Date(Date.parse(START) + 4 * 520).toISOString(),
    });
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  });

  it('is sent by the queue when its slot has come, and replayed as it was answered', async () => {
    await occupy(2);
    const { id = '' } = await send('key');
    sending.advance(2_080);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(sending.provider.taken.map(({ messageId }) => messageId)).toEqual([id]);
    expect(await send('key')).toMatchObject({ id, status: 'queued' });
  });

  it('goes on waiting in the queue while the number has no slot', async () => {
    await occupy(2);
    const { id = '' } = await send();
    sending.advance(1_500);
    await occupy(5);
    sending.advance(600);
    await occupy(5);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'queued', phase: 'waiting', attempts: 0 });
    expect(sending.provider.asked).toEqual([]);
  });

  it('is refused at its turn once the account is closed, also before its numbers are removed', async () => {
    await occupy(2);
    const { id = '' } = await send();
    const Key = accountKey(sending.accountId);
    await sending.table.update({ Key, ...updateExpression({ set: { closedAt: START } }) });
    sending.advance(2_080);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'sender_not_active' });
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toMatchObject({ sms: 100 });
  });

  it('counts an attempt only when the provider was asked', async () => {
    await occupy(2);
    const { id = '' } = await send();
    sending.advance(2_080);
    sending.provider.script(UNAVAILABLE);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'queued', phase: 'waiting', attempts: 1 });
  });

  it('is given up after 4 hours without a slot, credits back', async () => {
    await occupy(2);
    const { id = '' } = await send();
    sending.advance(4 * 3_600_000);
    await occupy(5);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'provider_unavailable' });
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });
});

describe('a single MMS from a number with a rate', () => {
  const mms = () => sending.send({ from, body: 'Look', mediaUrl: 'https://example.com/cat.png' });

  it('waits for its file first, and for its slot then', async () => {
    sending.provider.prepare = async ({ mediaUrl }) => {
      if (mediaUrl !== undefined) await sending.pause(3_000);
      return undefined;
    };
    await occupy(2);
    expect(await mms()).toMatchObject({ body: { status: 'sent', sentAt: '2026-03-01T12:00:03.000Z' } });
  });

  it.each([
    ['a STOP', { memberships: {}, hardOptOut: { at: START, source: 'stop' } }, 'opted_out'],
    ['a removal from the last group', { memberships: {} }, 'not_opted_in'],
  ])('is not sent after %s that comes while its file is fetched', async (_, change, errorType) => {
    sending.provider.prepare = async () => {
      await sending.changeContact(change);
      return undefined;
    };
    expect(await mms()).toMatchObject({ body: { status: 'failed', errorType } });
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
  });

  it('takes no slot when its file cannot be had', async () => {
    sending.provider.prepare = async () => ({
      outcome: 'refused',
      errorType: 'media_unavailable',
      errorMessage: 'No.',
    });
    expect(await mms()).toMatchObject({ body: { status: 'failed', errorType: 'media_unavailable' } });
    sending.provider.prepare = async () => ({ outcome: 'unavailable', retryAfterSeconds: 2 });
    expect(await mms()).toMatchObject({ body: { status: 'queued' } });
    delete sending.provider.prepare;
    expect(await send()).toMatchObject({ status: 'sent', sentAt: START });
    expect(await sending.credits()).toEqual({ sms: 96, mms: 9 });
  });
});
