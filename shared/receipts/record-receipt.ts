import { keyExpiry } from '../idempotency/key-record';
import { settleKeyRecord } from '../idempotency/key-writes';
import { type JobPlace, readJobMessageId } from '../jobs/job-message-id';
import { saveReceipt } from '../jobs/recipient-receipt';
import { settleUnknownRecipient } from '../jobs/settle-unknown';
import { OUTCOME_UNKNOWN } from '../messages/hand-over-outcome';
import { type Message, presentMessage, readMessage } from '../messages/message';
import { updateExpression } from '../platform/expressions';
import { messageKey } from '../platform/keys';
import { pauseWithJitter } from '../platform/pause';
import type { Platform } from '../platform/platform';
import type { Table, TransactItem } from '../platform/table';
import { isNews, type Receipt } from './receipt';

const MAX_ROUNDS = 10;

/**
 * Keeps what a receipt says of a message. Receipts that come twice, late, out of order or for nothing that we know
 * change nothing.
 *
 * A receipt is also the proof that the provider has the message: it settles an unknown outcome as `sent`.
 */
export async function recordReceipt(deps: Pick<Platform, 'table'>, receipt: Receipt): Promise<void> {
  const place = readJobMessageId(receipt.messageId);
  if (place) return recordRecipientReceipt(deps.table, { place, receipt });
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const item = await deps.table.get(messageKey(receipt.messageId));
    if (!item) return;
    const message = readMessage(item);
    const isProof = message.status === 'failed' && message.errorType === OUTCOME_UNKNOWN.errorType;
    if (!isNews(receipt, message) && !isProof) return;
    const isWritten = isProof
      ? await settleUnknown(deps.table, message, receipt)
      : await saveDeliveryStatus(deps.table, message, receipt);
    if (isWritten) return;
    await pauseWithJitter(round);
  }
  throw new Error('Recording a receipt kept conflicting');
}

/** A job's recipient: one write, and a look whether it is the proof of a hand-over without an answer. */
async function recordRecipientReceipt(
  table: Table,
  { place, receipt }: { place: JobPlace; receipt: Receipt },
): Promise<void> {
  await saveReceipt(table, receipt);
  await settleUnknownRecipient({ table }, { place, sentAt: receipt.at });
}

async function saveDeliveryStatus(table: Table, message: Message, receipt: Receipt): Promise<boolean> {
  const result = await table.update({
    Key: messageKey(message.id),
    ...updateExpression(
      { set: { deliveryStatus: receipt.status, deliveryStatusAt: receipt.at } },
      { values: { ...(message.deliveryStatusAt && { ':known': message.deliveryStatusAt }) } },
    ),
    ConditionExpression: message.deliveryStatusAt
      ? 'deliveryStatusAt = :known'
      : 'attribute_exists(pk) AND attribute_not_exists(deliveryStatusAt)',
  });
  return result.written;
}

async function settleUnknown(table: Table, message: Message, receipt: Receipt): Promise<boolean> {
  const sentAt = message.deliveryStatusAt ?? receipt.at;
  const sent: Message = { ...message, status: 'sent', sentAt, errorType: undefined, errorMessage: undefined };
  const update: TransactItem = {
    Update: {
      Key: messageKey(message.id),
      ...updateExpression(
        {
          set: { status: 'sent', sentAt, deliveryStatus: receipt.status, deliveryStatusAt: receipt.at },
          remove: ['errorType', 'errorMessage'],
        },
        { values: { ':unknown': OUTCOME_UNKNOWN.errorType } },
      ),
      ConditionExpression: 'errorType = :unknown',
    },
  };
  const withKey = await table.transact([update, ...consumeKey(sent)]);
  if (withKey.committed) return true;
  // The key stands for another message by now, or for none: the message is settled without it.
  const isOnlyKeyLost = withKey.failed.every(
    ({ index, reason }) => index === 1 && reason === 'conditionFailed',
  );
  return isOnlyKeyLost && (await table.transact([update])).committed;
}

/** The first attempt arrived after all: whoever retries gets it back. */
function consumeKey(message: Message): TransactItem[] {
  if (message.idempotencyKey === undefined) return [];
  return [
    settleKeyRecord({
      address: { accountId: message.accountId, scope: 'message', key: message.idempotencyKey },
      record: {
        state: 'consumed',
        revision: `${message.id}:receipt`,
        subjectId: message.id,
        leaseUntil: undefined,
        expiresAt: keyExpiry(new Date(message.sentAt ?? message.createdAt)),
        answer: { status: 201, body: presentMessage(message) },
      },
    }),
  ];
}
