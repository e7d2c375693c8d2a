import { accountNumberKey } from '../../../../../shared/platform/store/keys';
import type { OutboundMessage } from '../../../../../shared/platform/provider/port';
import { attemptQueuedMessage } from '../../../../../shared/sending/single/attempt-queued-message';
import { useEngine } from '../../../../support/engines/engine';
import {
  type AnsweredSend,
  createSendingFixture,
  FROM,
  requestSend,
  type SendingFixture,
  START,
  TO,
} from '../../../../support/sending/sending-fixture';
import { wrappedTable } from '../../../../support/faults/faulty-client';
import { createVirtualTime } from '../../../../support/time/virtual-time';

const AT_ONCE = 500;
const PRICE = 2;
/** Time by which the queue may show a message too early. */
const EARLY_MS = 500;
let numbers = 0;

const engine = useEngine();

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const bodyOf = (outcome: AnsweredSend) => {
  if (!('body' in outcome)) throw new Error(`Refused with ${outcome.code}`);
  return outcome.body;
};

describe('500 single sends at once', () => {
  it('with one idempotency key are one message, paid for once, with one answer for all', async () => {
    const sending = await createSendingFixture(engine.table);
    let tellAnswered = () => undefined as void;
    const answered = new Promise<void>((resolve) => (tellAnswered = resolve));
    // Requests that find the key taken wait until the first one is answered, however long that takes.
    const deps = { ...sending, pause: () => answered };

    const outcomes = await Promise.all(
      times(AT_ONCE, async () => {
        const request = { to: TO, from: FROM, body: 'Hello', idempotencyKey: 'order:1' };
        const outcome = await requestSend(deps, sending.accountId, request);
        tellAnswered();
        return outcome;
      }),
    );

    const [first] = outcomes.filter((outcome) => 'isReplay' in outcome && !outcome.isReplay);
    expect(outcomes.map(bodyOf)).toEqual(times(AT_ONCE, () => first && bodyOf(first)));
    expect(outcomes.filter((outcome) => 'isReplay' in outcome && outcome.isReplay)).toHaveLength(AT_ONCE - 1);
    expect(sending.provider.asked).toHaveLength(1);
    expect(await sending.credits()).toEqual({ sms: 100 - PRICE, mms: 10 });
  });

  it.each([
    ['101 credits', 101, 50, 1],
    ['as many credits as they cost', AT_ONCE * PRICE, AT_ONCE, 0],
  ])('with %s are as many messages as that pays for', async (_, smsCredits, paidFor, left) => {
    const sending = await createSendingFixture(engine.table, { smsCredits });

    const outcomes = await Promise.all(times(AT_ONCE, () => sending.send()));

    const refused = outcomes.filter((outcome) => 'code' in outcome);
    expect(refused).toEqual(times(AT_ONCE - paidFor, () => ({ code: 33023 })));
    expect(sending.provider.taken).toHaveLength(paidFor);
    expect(await sending.credits()).toEqual({ sms: left, mms: 10 });
  });
});

describe('500 single sends at once from a number with a rate', () => {
  interface Taken {
    message: OutboundMessage;
    atMs: number;
  }

  /** Creates a fixture whose time moves only when everything waits, with the provider's messages and their times. */
  async function createPaced(ratePerSecond: number) {
    let calls = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (...call) => {
      calls += 1;
      try {
        return await send(...call);
      } finally {
        calls -= 1;
      }
    });
    const sending = await createSendingFixture(table, { smsCredits: 2 * AT_ONCE * PRICE });
    const time = createVirtualTime(START, { isBusy: () => calls > 0 });
    const taken: Taken[] = [];
    const provider: SendingFixture['provider'] = {
      ...sending.provider,
      send: async (message, ...rest) => {
        taken.push({ message, atMs: time.clock.now().getTime() });
        return sending.provider.send(message, ...rest);
      },
    };
    const { accountId } = sending;
    const from = `+1206557${String((numbers += 1)).padStart(4, '0')}`;
    const number = { number: from, accountId, status: 'Active', ratePerSecond, createdAt: START };
    await table.put({ Item: { ...accountNumberKey(accountId, from), entity: 'number', ...number } });
    return { from, sending, time, taken, deps: { ...sending, ...time, provider } };
  }

  const mostInASecond = (taken: Taken[]) =>
    Math.max(
      ...taken.map(
        (first) => taken.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + 1_000).length,
      ),
    );

  it.each([
    ['short messages', 100, 'Hello', 1],
    ['messages of two parts', 100, 'x'.repeat(161), 2],
    ['messages of a slow number', 20, 'Hello', 1],
  ])('never exceed it in any second, and all go out once: %s', async (_, ratePerSecond, body, parts) => {
    const { from, sending, time, taken, deps } = await createPaced(ratePerSecond);

    const outcomes = await Promise.all(
      times(AT_ONCE, () => requestSend(deps, sending.accountId, { to: TO, from, body })),
    );

    // Some are sent within the second that a caller waits; the others are queued, and none is lost.
    const ids = outcomes.map((outcome) => bodyOf(outcome).id ?? '');
    expect(new Set(ids).size).toBe(AT_ONCE);
    const statuses = outcomes.map((outcome) => bodyOf(outcome).status);
    expect(new Set(statuses)).toEqual(new Set(['sent', 'queued']));
    expect(taken).toHaveLength(statuses.filter((status) => status === 'sent').length);
    expect(mostInASecond(taken) * parts).toBeLessThanOrEqual(ratePerSecond);

    // The queue processes everything that is due, concurrently.
    const dueAt = new Map<string, number>();
    const lookAt = (messageIds: string[]) =>
      Promise.all(
        messageIds.map(async (id) => {
          const { phase, nextAttemptAt } = await sending.message(id);
          if (phase === 'waiting') dueAt.set(id, Date.parse(nextAttemptAt ?? START));
          else dueAt.delete(id);
        }),
      );
    await lookAt(ids);
    while (dueAt.size > 0) {
      time.advance(Math.max(0, Math.min(...dueAt.values()) - time.clock.now().getTime()));
      const nowMs = time.clock.now().getTime();
      const due = [...dueAt].filter(([, dueMs]) => dueMs <= nowMs + EARLY_MS).map(([id]) => id);
      await Promise.all(due.map((id) => attemptQueuedMessage(deps, id)));
      await lookAt(due);
    }

    expect(taken.map(({ message }) => message.messageId).toSorted()).toEqual(ids.toSorted());
    expect(mostInASecond(taken) * parts).toBeLessThanOrEqual(ratePerSecond);
    expect(await sending.credits()).toMatchObject({ sms: AT_ONCE * PRICE });
  });
});
