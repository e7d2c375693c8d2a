import { number, object, optional, picklist, string } from 'valibot';
import type { DeliveryStatus } from '../../../messages/message';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import { updateExpression } from '../../../platform/store/expressions';
import { receiptKey } from '../../../platform/store/keys';
import type { BatchGetOptions, Table, UpdateInput } from '../../../platform/store/table';
import type { Receipt } from '../../../messages/receipt';
import { JOB_KEPT_FOR_SECONDS } from '../job';

/** What the provider has reported of a job's message. */
const storedReceipt = defineItem({
  entity: 'receipt',
  key: receiptKey,
  value: object({
    messageId: string(),
    deliveryStatus: picklist(['pending', 'delivered', 'failed']),
    deliveryStatusAt: string(),
    /** Of the first receipt that came: proof that the provider had the message then. */
    firstAt: string(),
    providerMessageId: optional(string()),
    parts: optional(number()),
    carrierReason: optional(string()),
    price: optional(number()),
  }),
});
export type RecipientReceipt = ValueOf<typeof storedReceipt>;

/** Receipts in the order of the message ids, `undefined` where none has come. */
export async function readReceipts(
  table: Table,
  messageIds: string[],
  options: Pick<BatchGetOptions, 'eventuallyConsistent'> = {},
): Promise<Array<RecipientReceipt | undefined>> {
  if (messageIds.length === 0) return [];
  const items = await table.batchGet(messageIds.map(receiptKey), options);
  return items.map(storedReceipt.readIfAny);
}

export const readRecipientReceipt = storedReceipt.read;

/** Keeps a receipt, unless more is known already: what is final stays, and of two others the later one counts. */
export function receiptUpdate(receipt: Receipt): UpdateInput {
  const { messageId, status, at, providerMessageId, parts, carrierReason, price } = receipt;
  return {
    Key: receiptKey(messageId),
    ...updateExpression(
      {
        set: {
          messageId,
          deliveryStatus: status,
          deliveryStatusAt: at,
          ...{ providerMessageId, parts, carrierReason, price },
          expiresAtEpochSeconds: Math.floor(Date.parse(at) / 1000) + JOB_KEPT_FOR_SECONDS,
        },
        setIfAbsent: { firstAt: at },
      },
      { values: { ':pending': 'pending' satisfies DeliveryStatus } },
    ),
    ConditionExpression: newsCondition(receipt),
  };
}

/** The rule of `supersedes`, so that one write is enough. */
function newsCondition({ status }: Receipt): string {
  const isOverPending =
    status === 'pending'
      ? 'deliveryStatus = :pending AND deliveryStatusAt < :deliveryStatusAt'
      : 'deliveryStatus = :pending';
  return `attribute_not_exists(deliveryStatus) OR (${isOverPending})`;
}
