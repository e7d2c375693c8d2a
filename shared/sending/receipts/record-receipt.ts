import { queueDeliveryOutcome } from '../../messages/message-events';
import { answerOf } from '../idempotency/message-answer';
import { type JobPlace, readJobMessageId } from '../jobs/results/job-message-id';
import { settleUnknownRecipient } from '../jobs/process/settle-unknown';
import { settleUnknownMessage } from '../../messages/message-writes';
import { settleKey } from '../idempotency/settle-key';
import { type Message, readMessage } from '../../messages/message';
import { type Changes, updateExpression } from '../../platform/store/expressions';
import { messageKey } from '../../platform/store/keys';
import { addLogContext } from '../../platform/log';
import type { Platform } from '../../platform/platform';
import { commit, omittable, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { TransactItem, UpdateInput } from '../../platform/store/table';
import { asReported, isEchoOfRefusal, supersedes, type Receipt } from '../../messages/receipt';
import { saveRecipientReceipt } from './save-recipient-receipt';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Keeps what a receipt says of a message, and tells the account whether it arrived. Receipts that come twice, late, out
 * of order or for nothing that we know change nothing.
 *
 * A receipt is also the proof that the provider has the message: it settles an unknown outcome as `sent`.
 */
export async function recordReceipt(deps: Deps, receipt: Receipt): Promise<void> {
  const place = readJobMessageId(receipt.messageId);
  if (place) return recordRecipientReceipt(deps, { place, receipt });
  return retryOnConflict(deps.table.waits, async () => {
    const item = await deps.table.get(messageKey(receipt.messageId));
    if (!item) return;
    const message = readMessage(item);
    addLogContext({ accountId: message.accountId, messageId: message.id });
    const isProof = message.status === 'unknown';
    if (isEchoOfRefusal(receipt, message) || (!supersedes(receipt, message) && !isProof)) return;
    const isWritten = isProof
      ? await settleUnknown(deps, message, receipt)
      : await saveDeliveryStatus(deps, message, receipt);
    return isWritten ? undefined : CONFLICT;
  });
}

/** A job's recipient: one write, and a look whether it is the proof of a hand-over without an answer. */
async function recordRecipientReceipt(
  deps: Deps,
  { place, receipt }: { place: JobPlace; receipt: Receipt },
): Promise<void> {
  await saveRecipientReceipt(deps, { place, receipt });
  await settleUnknownRecipient(deps, { place, sentAt: receipt.at });
}

/** What a receipt says goes with the message; the id that the provider gave at the hand-over stays. */
function reportedChanges({ status, at, providerMessageId, parts, carrierReason, price }: Receipt): Changes {
  return {
    set: { deliveryStatus: status, deliveryStatusAt: at, parts, carrierReason, price },
    setIfAbsent: { providerMessageId },
  };
}

async function saveDeliveryStatus(deps: Deps, message: Message, receipt: Receipt): Promise<boolean> {
  const update: UpdateInput = {
    Key: messageKey(message.id),
    ...updateExpression(reportedChanges(receipt), {
      values: { ...(message.deliveryStatusAt && { ':known': message.deliveryStatusAt }) },
    }),
    ConditionExpression: message.deliveryStatusAt
      ? 'deliveryStatusAt = :known'
      : 'attribute_exists(pk) AND attribute_not_exists(deliveryStatusAt)',
  };
  const events = deliveryEvents(deps, message, receipt);
  if (events.length === 0) return (await deps.table.update(update)).written;
  const result = await commit(deps.table, [
    { write: { Update: update }, onFail: 'moved' },
    ...required(events),
  ]);
  return result.committed;
}

/** Nothing when the receipt says what is known already. */
function deliveryEvents(deps: Deps, message: Message, receipt: Receipt): TransactItem[] {
  if (!supersedes(receipt, message)) return [];
  return queueDeliveryOutcome(deps.ids, {
    message: asReported(message, receipt),
    now: deps.clock.now(),
  });
}

async function settleUnknown(deps: Deps, message: Message, receipt: Receipt): Promise<boolean> {
  const sentAt = message.deliveryStatusAt ?? receipt.at;
  const reported = reportedChanges(receipt);
  const sent: Message = { ...message, status: 'sent', sentAt };
  const update = settleUnknownMessage(message.id, { sentAt, changes: reported });
  const result = await commit(deps.table, [
    { write: { Update: update }, onFail: 'moved' },
    ...required(deliveryEvents(deps, sent, receipt)),
    // A key that stands for another message by now, or for none, is left alone.
    ...omittable(consumeKey(sent)),
  ]);
  return result.committed;
}

/** The first attempt arrived after all: a retry gets it back. */
function consumeKey(message: Message): TransactItem[] {
  if (message.idempotencyKey === undefined) return [];
  return [
    settleKey({
      address: { accountId: message.accountId, scope: 'message', key: message.idempotencyKey },
      subjectId: message.id,
      revision: `${message.id}:receipt`,
      end: message,
      at: new Date(message.sentAt ?? message.createdAt),
      isCallerTold: true,
      answer: answerOf(message),
    }),
  ];
}
