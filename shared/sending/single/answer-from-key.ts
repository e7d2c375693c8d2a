import { answerOf } from '../idempotency/message-answer';
import { ServiceError } from '../../errors/service-error';
import {
  attemptEndedAtMs,
  decideKey,
  isRepeat,
  keyExpiry,
  type KeyRecord,
  mayBeClaimed,
  readKeyRecord,
  type StoredAnswer,
} from '../idempotency/key-record';
import { putKeyRecord } from '../idempotency/key-writes';
import { readJobMessageId } from '../jobs/results/job-message-id';
import type { E164 } from '../../phone-numbers/e164';
import { idempotencyKey } from '../../platform/store/keys';
import { type Pause, realPause } from '../../platform/pause';
import { regionSide } from '../../platform/region-side';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { answerFromRecipient, type FromKey } from './internal/answer-from-recipient';
import { findMessage } from './find-message';
import { endUnknown } from './message-progress';
import { type Message } from '../../messages/message';
import { recordSendOutcome } from './record-send-outcome';

const LOOK_AGAIN_AFTER_MS = 100;
const WAIT_AT_MOST_MS = 5_000;

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & { pause?: Pause };

/**
 * Returns the answer that the idempotency key of a single send gives to a request, or that the request may claim the
 * key.
 *
 * Waits a few seconds for a request that holds the key; this request gets the same answer, even a failure. Only a
 * request that was received after an attempt had ended sends again.
 *
 * @param options.to recipient of this request; `undefined` when it is not a number and the request is refused later
 * @param options.record the key's record as read
 * @param options.receivedAtMs time at which the request was received, epoch milliseconds
 * @param options.limitReachedAtMs see `mayBeClaimed`
 * @param options.onRepeat called once when the answer exists or is waited for; its errors are thrown
 * @throws ServiceError IdempotencyKeyInUse when the other request is still running after that, IdempotencyKeyReused
 *   when a job's recipient with another number has consumed the key
 *
 * **Source:** rules 8.3, E7.
 */
export async function answerFromKey(
  deps: Deps,
  options: {
    accountId: string;
    key: string;
    to: E164 | undefined;
    record: KeyRecord | undefined;
    receivedAtMs: number;
    limitReachedAtMs?: number | undefined;
    onRepeat?: () => Promise<void>;
  },
): Promise<FromKey> {
  const pause = deps.pause ?? realPause;
  const { accountId, to, receivedAtMs, limitReachedAtMs } = options;
  let { record, onRepeat } = options;
  let waitedFor: string | undefined;
  for (let waitedMs = 0; ;) {
    const decision = decideKey(record, deps.clock.now());
    if (isRepeat(record, deps.clock.now())) {
      await onRepeat?.();
      onRepeat = undefined;
    }
    const fromRecipient =
      record &&
      (await answerFromRecipient(deps, { accountId, to, receivedAtMs, record, decision, waitedFor }));
    if (fromRecipient !== undefined && fromRecipient !== 'running') return fromRecipient;
    switch (fromRecipient ?? decision) {
      case 'free': {
        const ended = waitedFor && (await findMessage(deps.table, accountId, waitedFor));
        if (ended && isFor(ended, to)) return { answer: answerOf(ended) };
        if (!mayBeClaimed({ limitReachedAtMs, waitedMs, now: deps.clock.now() }))
          return { claimable: record, paid: undefined };
        await pause(LOOK_AGAIN_AFTER_MS);
        waitedMs += LOOK_AGAIN_AFTER_MS;
        break;
      }
      case 'outcomeUnknown': {
        const unknown = record && (await findMessage(deps.table, accountId, record.subjectId));
        if (record && unknown && attemptEndedAtMs(record) > receivedAtMs)
          return { answer: answerOf(unknown) };
        // A send to another number is another message and is charged.
        return { claimable: record, paid: unknown?.to === to ? record?.paid : undefined };
      }
      case 'replay':
        if (record) return { answer: await replay(deps, accountId, record) };
        break;
      case 'abandoned': {
        const message = record && (await findMessage(deps.table, accountId, record.subjectId));
        // The message may have gone out, and be replicated later than its key.
        if (record && !message && regionSide() !== undefined)
          throw new ServiceError('IdempotencyKeyInUse', { cause: 'elsewhere' });
        if (!record || !message) return { claimable: record, paid: record?.paid };
        const answer = await settleAbandoned(deps, { ...options, record, message });
        if (answer) return { answer };
        break;
      }
      case 'running':
        if (waitedMs >= WAIT_AT_MOST_MS)
          throw new ServiceError('IdempotencyKeyInUse', {
            cause: fromRecipient === 'running' ? 'recipient' : 'request',
            retryAfterSeconds: 1,
          });
        waitedFor = record?.subjectId;
        await pause(LOOK_AGAIN_AFTER_MS);
        waitedMs += LOOK_AGAIN_AFTER_MS;
        break;
    }
    record = await readKey(deps, options);
  }
}

/**
 * Returns true when a message answers a request to this number. The key of a single send answers every request; the key
 * of a job's recipient answers only requests to the same number.
 */
function isFor(message: Message, to: E164 | undefined): boolean {
  return readJobMessageId(message.id) === undefined || message.to === to;
}

export async function readKey(
  deps: Pick<Platform, 'table'>,
  options: { accountId: string; key: string },
): Promise<KeyRecord | undefined> {
  const item = await deps.table.get(idempotencyKey(options.accountId, 'message', options.key));
  return item && readKeyRecord(item);
}

async function replay(deps: Deps, accountId: string, record: KeyRecord): Promise<StoredAnswer> {
  if (record.answer) return record.answer;
  const message = await findMessage(deps.table, accountId, record.subjectId);
  if (!message) throw new Error('A consumed key stands for no message');
  return answerOf(message);
}

/**
 * Settles a message whose sender died after it called the provider. Whether the message was sent is unknown unless a
 * receipt proves it, so this request does not send: it gets the answer of the first request, and the next request may
 * send again.
 *
 * @returns `undefined` when the key has changed meanwhile and must be read again
 */
async function settleAbandoned(
  deps: Deps,
  options: { accountId: string; key: string; record: KeyRecord; message: Message },
): Promise<StoredAnswer | undefined> {
  const { accountId, key, record, message } = options;
  if (message.phase === 'handingOver') {
    const settled = await recordSendOutcome(deps, {
      message,
      progress: endUnknown(message.attempts),
      isCallerTold: true,
    });
    // Another request settled the message meanwhile: the key has the outcome.
    return settled.phase === 'settled' ? answerOf(settled) : undefined;
  }
  const answer = answerOf(message);
  const isSuccess = message.status === 'sent' || message.status === 'queued';
  const write = putKeyRecord({
    address: { accountId, scope: 'message', key },
    replaces: record,
    record: {
      state: isSuccess ? 'completed' : 'outcomeUnknown',
      revision: `${message.id}:told`,
      subjectId: message.id,
      leaseUntil: undefined,
      expiresAt: keyExpiry(message.sentAt === undefined ? deps.clock.now() : new Date(message.sentAt)),
      answer: isSuccess ? answer : undefined,
      paid: record.paid,
    },
  });
  const result = await commit(deps.table, [{ write, onFail: 'moved' }]);
  return result.committed ? answer : undefined;
}
