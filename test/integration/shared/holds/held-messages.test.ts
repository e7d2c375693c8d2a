import { systemClock } from '../../../../shared/platform/clock';
import { setTimeout } from 'node:timers/promises';
import {
  pauseSending,
  pauseService,
  resumeSending,
  resumeService,
} from '../../../../shared/senders/pause-sending';
import type { Breaker } from '../../../../shared/holds/breaker';
import type { Message } from '../../../../shared/messages/message';
import { outageItem } from '../../../../shared/holds/outage';
import { changeServiceHold } from '../../../../shared/holds/service-hold';
import type { SendOutcome } from '../../../../shared/platform/provider/port';
import { countUnits } from '../../../support/engines/capacity-meter';
import { useEngine } from '../../../support/engines/engine';
import { createSendingFixture, FROM, type SendingFixture } from '../../../support/sending/sending-fixture';

const engine = useEngine();
const MINUTE_MS = 60_000;
const UNAVAILABLE: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };
const BY_ADMIN = { isByOperator: false };

let sending: SendingFixture;
let answer: SendOutcome;
let asked: number;
beforeEach(async () => {
  sending = await createSendingFixture(engine.table, { smsCredits: 1_000 });
  asked = 0;
  answer = UNAVAILABLE;
  const send = sending.provider.send.bind(sending.provider);
  sending.provider.send = async (message) => {
    asked += 1;
    return answer.outcome === 'accepted' ? send(message) : answer;
  };
});
// What holds everybody would hold the other tests too.
afterEach(() =>
  changeServiceHold({ table: engine.table, clock: systemClock }, ({ revision }) => ({
    revision,
    untold: [],
  })),
);

const send = async () => {
  const outcome = await sending.send();
  if (!('body' in outcome)) throw new Error(`Refused with ${outcome.code}`);
  return outcome.body as { id: string; status: string; waitingFor?: string };
};

/** Sends until the number's breaker is open. */
async function openBreaker(): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.push((await send()).id);
  return ids;
}

/** Attempts the messages at their times, until none waits or the time is over. */
async function attemptFor(ms: number, ids: string[]): Promise<void> {
  const nowMs = () => sending.clock.now().getTime();
  const dueMs = ({ nextAttemptAt = '' }: Message) => Date.parse(nextAttemptAt);
  const endMs = nowMs() + ms;
  let waiting = ids;
  for (;;) {
    const messages = await Promise.all(waiting.map((id) => sending.message(id)));
    const inQueue = messages.filter(({ phase }) => phase === 'waiting');
    waiting = inQueue.map(({ id }) => id);
    const next = Math.min(...inQueue.map(dueMs));
    if (waiting.length === 0 || next > endMs) break;
    sending.advance(Math.max(0, next - nowMs()));
    for (const message of inQueue) if (dueMs(message) <= nowMs()) await sending.attempt(message.id);
  }
  sending.advance(Math.max(0, endMs - sending.clock.now().getTime()));
}

describe('a single send while the provider takes nothing', () => {
  it('is queued, and says so, without asking the provider', async () => {
    await openBreaker();
    expect(asked).toBe(11);
    expect(await send()).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    expect(asked).toBe(11);
  });

  it('goes out once when it is over, as do those before it', async () => {
    const ids = await openBreaker();
    ids.push((await send()).id);
    await attemptFor(10 * MINUTE_MS, ids);
    // Eleven first attempts, and one probe each time: after 15, 45, 105, 225, 345, 465 and 585 seconds.
    expect(asked).toBeLessThanOrEqual(11 + 7);
    answer = { outcome: 'accepted', providerMessageId: 'sim' };
    await attemptFor(10 * MINUTE_MS, ids);
    const messages = await Promise.all(ids.map((id) => sending.message(id)));
    expect(messages.map(({ status }) => status)).toEqual(ids.map(() => 'sent'));
    expect(sending.provider.taken.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
    expect(messages.every(({ waitingFor }) => waitingFor === undefined)).toBe(true);
    expect(await sending.credits()).toMatchObject({ sms: 1_000 - 2 * ids.length });
  });

  it('sends itself a hint for its next look, and nothing else is written', async () => {
    const [id = ''] = await openBreaker();
    const hints: unknown[] = [];
    sending.queues.send = async (queue, messages) => (hints.push({ queue, messages }), []);
    sending.advance(5_000);
    const { units } = await countUnits(engine.documents, async () => sending.attempt(id));
    const { nextAttemptAt = '' } = await sending.message(id);
    const delaySeconds = Math.ceil((Date.parse(nextAttemptAt) - sending.clock.now().getTime()) / 1_000);
    expect(delaySeconds).toBeGreaterThanOrEqual(15);
    const hint = { body: { messageId: id }, groupId: sending.accountId, delaySeconds };
    expect(hints).toEqual([{ queue: 'message', messages: [hint] }]);
    // The message, and its place in the index `due`, which it leaves and takes.
    expect(units.write).toBe(3);
  });

  it('fails after an hour, with its credits back', async () => {
    const before = await openBreaker();
    const { id } = await send();
    await attemptFor(61 * MINUTE_MS, [id]);
    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'provider_unavailable' });
    expect(await sending.credits()).toMatchObject({ sms: 1_000 - 2 * before.length });
  });

  it('is forgotten soon after it is over', async () => {
    const ids = await openBreaker();
    answer = { outcome: 'accepted', providerMessageId: 'sim' };
    await attemptFor(10 * MINUTE_MS, ids);
    await send();
    const key = outageItem.key({ accountId: sending.accountId, number: FROM });
    expect(await engine.table.get(key)).toBeUndefined();
  });
});

describe('single sends whose answers are missing', () => {
  const storedBreaker = async () =>
    outageItem.readIfAny(
      await engine.table.get(outageItem.key({ accountId: sending.accountId, number: FROM })),
    );

  /** Sends as many that get no answer until they are told one. Ends when the breaker is as described. */
  async function sendWithoutAnswer(count: number, isThere: (breaker: Breaker | undefined) => boolean) {
    let tell = (_: SendOutcome) => {};
    const late = new Promise<SendOutcome>((resolve) => (tell = resolve));
    const take = sending.provider.send.bind(sending.provider);
    sending.provider.send = async () => late;
    const answers = Promise.all(Array.from({ length: count }, () => send()));
    while (!isThere((await storedBreaker())?.breaker)) await setTimeout(20);
    sending.provider.send = take;
    return { tell, answers };
  }

  it('count as bad after two seconds: the next one waits', async () => {
    const { tell, answers } = await sendWithoutAnswer(14, (breaker) => breaker?.openSince !== undefined);
    expect(await send()).toMatchObject({ status: 'queued', waitingFor: 'provider' });
    expect(asked).toBe(0);
    tell({ outcome: 'accepted', providerMessageId: 'sim' });
    expect((await answers).map(({ status }) => status)).toEqual(Array(14).fill('sent'));
  });

  it('count as good once they have come', async () => {
    const { tell, answers } = await sendWithoutAnswer(5, (breaker) => breaker?.recent === '11111');
    tell({ outcome: 'accepted', providerMessageId: 'sim' });
    expect((await answers).map(({ status }) => status)).toEqual(Array(5).fill('sent'));
    expect(await storedBreaker()).toBeUndefined();
  });
});

describe('a single send when the provider refuses every message', () => {
  it('of other numbers wait as well just after the probe, but for a share that grows', async () => {
    answer = { outcome: 'unavailable', retryAfterSeconds: 120, everyMessage: 'spend_limit' };
    const { id } = await send();
    answer = { outcome: 'accepted', providerMessageId: 'sim' };
    sending.advance(2 * MINUTE_MS);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'sent' });
    const other = await createSendingFixture(engine.table, { smsCredits: 1_000 });
    other.advance(2 * MINUTE_MS);
    const texts = await Promise.all(Array.from({ length: 60 }, () => other.send()));
    const went = other.provider.taken.length;
    expect(went).toBeLessThan(30);
    expect(
      texts.filter((text) => 'body' in text && (text.body as { status: string }).status === 'queued'),
    ).toHaveLength(60 - went);
  });
});

describe('a single send while sending is paused', () => {
  beforeEach(() => (answer = { outcome: 'accepted', providerMessageId: 'sim' }));

  it('that was queued before waits, and goes out after it', async () => {
    answer = UNAVAILABLE;
    const { id } = await send();
    answer = { outcome: 'accepted', providerMessageId: 'sim' };
    await pauseService(sending, { reason: 'A mistake in the text.' });
    await attemptFor(5 * MINUTE_MS, [id]);
    expect(await sending.message(id)).toMatchObject({ status: 'queued', waitingFor: 'paused' });
    await resumeService(sending);
    await attemptFor(5 * MINUTE_MS, [id]);
    const sent = await sending.message(id);
    expect(sent).toMatchObject({ status: 'sent' });
    expect(sent).not.toHaveProperty('waitingFor');
  });

  it.each([['an account'], ['a number']])(
    'stays paused for %s until an operator ends the pause',
    async (what) => {
      const scope = { accountId: sending.accountId, ...(what === 'a number' && { number: FROM }) };
      const byAdmin = { ...scope, ...BY_ADMIN };
      const byOperator = { ...scope, isByOperator: true };
      const first = await pauseSending(sending, { ...byAdmin, reason: 'A wrong text.' });
      const since = (first as { pause: { since: string } }).pause.since;
      // 1. The pause of an admin becomes the operator's, since when it was.
      expect(await pauseSending(sending, { ...byOperator, reason: 'Fraud.' })).toMatchObject({
        pause: { since, reason: 'Fraud.', isByOperator: true },
      });
      // 2. No admin ends it, nor makes it theirs again.
      expect(await resumeSending(sending, byAdmin)).toEqual({ refused: 'pausedByOperator' });
      expect(await pauseSending(sending, byAdmin)).toMatchObject({
        isChanged: false,
        pause: { reason: 'Fraud.' },
      });
      expect(await resumeSending(sending, byAdmin)).toEqual({ refused: 'pausedByOperator' });
      expect(await sending.send()).toEqual({ code: 33117 });
      // 3. The operator does.
      expect(await resumeSending(sending, byOperator)).toMatchObject({ isChanged: true });
      expect(await send()).toMatchObject({ status: 'sent' });
    },
  );
});
