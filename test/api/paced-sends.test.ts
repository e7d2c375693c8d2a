import { setTimeout } from 'node:timers/promises';
import { updateNumber } from '../../shared/senders/number-store';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi } from '../support/service/service';

const CREDITS_EACH = 2;
const BALANCE = 10_000;
/** Error code of a key whose request is under way. */
const KEY_IN_USE = 33104;

const fixture = useSendingService({ smsCredits: BALANCE });
const sending = fixture.sending;

const setRate = (ratePerSecond: number) =>
  updateNumber(fixture.service.deps.table, {
    accountId: fixture.account.accountId,
    number: fixture.account.from,
    ratePerSecond,
  });

interface Taken {
  to: string;
  from: string;
  messageId: string;
  at: string;
}

/** Returns the messages that the provider took from the account, oldest first. */
async function takenFromAccount(): Promise<Taken[]> {
  const { body } = await callApi(fixture.service, { path: '/_local/sent' });
  return (body as { messages: Taken[] }).messages.filter(({ from }) => from === fixture.account.from);
}

const statusesOf = (answers: ApiAnswer[]) => [...new Set(answers.map(({ status }) => status))];
const idsOf = (answers: ApiAnswer[]) => answers.map(({ body }) => (body as { id: string }).id);

const REPEATED_AFTER_MS = 1_000;
const REPETITIONS = 60;

/**
 * Sends one text to each phone, all concurrently. One with a key is repeated as callers do: while the service has no time
 * for it, as on a machine that is busy with other work, and while the earlier request is still under way.
 */
async function sendToEach(
  phones: string[],
  keyOf?: (index: number) => string | undefined,
): Promise<ApiAnswer[]> {
  return Promise.all(
    phones.map(async (to, index) => {
      const idempotencyKey = keyOf?.(index);
      const send = async () => sending.post('message', { to, body: 'Hello', idempotencyKey });
      let answer = await send();
      for (
        let again = 0;
        idempotencyKey !== undefined && isForLater(answer) && again < REPETITIONS;
        again++
      ) {
        await setTimeout(REPEATED_AFTER_MS);
        answer = await send();
      }
      return answer;
    }),
  );
}

const isForLater = ({ status, body }: ApiAnswer) =>
  status === 503 || (body as { code?: number }).code === KEY_IN_USE;

async function expectEachTakenOnce(messageIds: string[]): Promise<void> {
  const sorted = (ids: string[]) => [...ids].sort();
  await expectSoon(async () => {
    const taken = await takenFromAccount();
    expect(sorted(taken.map(({ messageId }) => messageId))).toEqual(sorted(messageIds));
  });
  expect((await sending.credits()).sms).toBe(BALANCE - CREDITS_EACH * messageIds.length);
}

const eachKeyed = (index: number) => `key-${index}`;
const everyOtherKeyed = (index: number) => (index % 2 === 0 ? `key-${index}` : undefined);

describe('many single sends at once', () => {
  it.each([
    // So many at once can take as long as a function may run: without a key nobody could repeat them.
    { from: 'a number with a rate', ratePerSecond: 100, count: 500, keys: 'all', keyOf: eachKeyed },
    { from: 'a number with a rate', ratePerSecond: 1_000, count: 60, keys: 'no' },
    { from: 'a slow number', ratePerSecond: 20, count: 60, keys: 'some', keyOf: everyOtherKeyed },
    { from: 'a number without a rate', count: 60, keys: 'all', keyOf: eachKeyed },
  ])('$count from $from, $keys with keys, are all accepted, charged and sent once', async (many) => {
    if (many.ratePerSecond !== undefined) await setRate(many.ratePerSecond);
    const phones = sending.phones(many.count);
    await sending.optIn(phones);

    const answers = await sendToEach(phones, many.keyOf);

    expect(statusesOf(answers)).toEqual([201]);
    await expectEachTakenOnce(idsOf(answers));
  });

  it('with one key are one message, also from a number with a rate', async () => {
    await setRate(1_000);
    const phones = sending.phones(30);
    await sending.optIn(phones);

    const answers = await sendToEach(phones, () => 'key-1');

    expect(statusesOf(answers)).toEqual([201]);
    const [messageId = ''] = idsOf(answers);
    expect(idsOf(answers)).toEqual(answers.map(() => messageId));
    await expectEachTakenOnce([messageId]);
  });

  it('go out beside a broadcast from the same number, each once', async () => {
    await setRate(1_000);
    const phones = sending.phones(60);
    const recipients = sending.phones(100);
    await sending.optIn([...phones, ...recipients]);

    const [job, ...answers] = await Promise.all([
      sending.post('broadcast', { recipients: recipients.map((to) => ({ to })), body: 'Hello all' }),
      ...phones.map(async (to) => sending.post('message', { to, body: 'Hello' })),
    ]);

    expect(job.status).toBe(202);
    expect(statusesOf(answers)).toEqual([201]);
    const ids = idsOf(answers);
    await expectSoon(async () => {
      const taken = await takenFromAccount();
      expect(taken.map(({ to }) => to).sort()).toEqual([...phones, ...recipients].sort());
      expect(taken.filter(({ messageId }) => ids.includes(messageId))).toHaveLength(phones.length);
    });
    expect((await sending.credits()).sms).toBe(BALANCE - CREDITS_EACH * 160);
  });
});
