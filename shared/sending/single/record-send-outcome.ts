import { queueMessageFailed } from '../../messages/message-events';
import { queueStatusCallback } from '../../messages/status-callback';
import { answerOf } from '../idempotency/message-answer';
import { isFree } from '../../accounts/charge';
import { returnCredits } from '../../accounts/credit-writes';
import { putIntoOutbox } from '../../outbox/outbox';
import type { Ids } from '../../platform/ids';
import { commitOrUpdate, omittable, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Platform } from '../../platform/platform';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../../platform/queues/queues';
import type { TransactItem } from '../../platform/store/table';
import { settleKey } from '../idempotency/settle-key';
import { sentByReceipt } from './message-progress';
import { type Message, readMessage } from '../../messages/message';
import { type MessageProgress, moveMessage } from '../../messages/message-writes';

/**
 * Stores the outcome of a send in one transaction: the message, its key (completed, outcome unknown, or free), the
 * refund of a message that was not sent, the retry of one that waits, and the event of one that failed.
 *
 * An earlier receipt proves that the provider has the message: an outcome that would be `unknown` is then `sent`.
 *
 * @param options.message the message as it was when it was sent
 * @param options.isCallerTold true when a request waits for this outcome; an unknown outcome must be the answer to a
 *   request before the key may be used again
 * @returns the message with the stored outcome, which is another worker's when that worker was first
 */
export async function recordSendOutcome(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { message: Message; progress: MessageProgress; isCallerTold: boolean },
): Promise<Message> {
  const { message, isCallerTold } = options;
  const endedAt = platform.clock.now().toISOString();
  const ended = (progress: MessageProgress): MessageProgress =>
    progress.phase === 'settled' ? { ...progress, settledAt: endedAt } : progress;
  let progress = ended(options.progress);
  return retryOnConflict(platform.table.waits, async () => {
    const settled: Message = { ...message, ...progress };
    const now = platform.clock.now();
    // When only the message changes and the response was lost, the outcome that is found is this one.
    const result = await commitOrUpdate(platform.table, [
      { write: { Update: moveMessage(message, progress) }, onFail: 'moved' },
      // A key that stands for another message by now stays as it is.
      ...omittable(keyWrites({ message: settled, isCallerTold, now })),
      ...required(creditWrites(settled)),
      ...required(retryWrites(platform, settled)),
      ...required(queueStatusCallback(platform.ids, { before: message, message: settled, now })),
      ...required(failureEvents(platform.ids, { message: settled, now: new Date(endedAt) })),
    ]);
    if (result.committed) return settled;
    const found = result.found ? readMessage(result.found) : settled;
    if (found.phase !== message.phase || found.attempts !== message.attempts) return found;
    progress = ended(sentByReceipt(found));
    return CONFLICT;
  });
}

function creditWrites(message: Message): TransactItem[] {
  if (message.status !== 'failed' || isFree(message.charge)) return [];
  return [returnCredits(message.accountId, message.charge)];
}

function retryWrites(platform: Pick<Platform, 'clock' | 'ids'>, message: Message): TransactItem[] {
  if (message.phase !== 'waiting') return [];
  const now = platform.clock.now();
  const waitMs = Date.parse(message.nextAttemptAt ?? now.toISOString()) - now.getTime();
  return [
    putIntoOutbox({
      id: platform.ids.next('out'),
      now,
      entry: {
        kind: 'message',
        messageId: message.id,
        accountId: message.accountId,
        // SQS cannot delay longer; the timer requeues the message when it is due.
        delaySeconds: Math.min(LONGEST_QUEUE_DELAY_SECONDS, Math.max(0, Math.ceil(waitMs / 1000))),
      },
    }),
  ];
}

/** Builds the event of a message that failed; the service's own texts have no events. */
function failureEvents(ids: Ids, { message, now }: { message: Message; now: Date }): TransactItem[] {
  const hasFailed = message.status === 'failed' || message.status === 'unknown';
  if (!hasFailed || message.purpose !== 'send') return [];
  return [queueMessageFailed(ids, { message, stage: 'handOver', now })];
}

function keyWrites(options: { message: Message; isCallerTold: boolean; now: Date }): TransactItem[] {
  const { message, isCallerTold, now } = options;
  if (message.idempotencyKey === undefined) return [];
  return [
    settleKey({
      address: { accountId: message.accountId, scope: 'message', key: message.idempotencyKey },
      subjectId: message.id,
      revision: `${message.id}:${message.attempts}:${message.phase}`,
      end: message,
      at: message.sentAt === undefined ? now : new Date(message.sentAt),
      isCallerTold,
      answer: answerOf(message),
    }),
  ];
}
