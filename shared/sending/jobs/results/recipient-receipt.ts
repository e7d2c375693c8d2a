import type { DeliveryStatus } from '../../../messages/message';
import { updateExpression } from '../../../platform/store/expressions';
import { receiptKey } from '../../../platform/store/keys';
import type { ProviderDetails } from '../../../platform/provider/port';
import type { Item } from '../../../platform/store/item';
import type { BatchGetOptions, Table, UpdateInput } from '../../../platform/store/table';
import type { Receipt } from '../../../messages/receipt';
import { JOB_KEPT_FOR_SECONDS } from '../job';

/** What the provider has reported of a job's message. */
export interface RecipientReceipt extends ProviderDetails {
  messageId: string;
  deliveryStatus: DeliveryStatus;
  deliveryStatusAt: string;
  /** Of the first receipt that came: proof that the provider had the message then. */
  firstAt: string;
}

/** Receipts in the order of the message ids, `undefined` where none has come. */
export async function readReceipts(
  table: Table,
  messageIds: string[],
  options: Pick<BatchGetOptions, 'eventuallyConsistent'> = {},
): Promise<Array<RecipientReceipt | undefined>> {
  if (messageIds.length === 0) return [];
  const items = await table.batchGet(messageIds.map(receiptKey), options);
  return items.map((item) => item && readRecipientReceipt(item));
}

export function readRecipientReceipt(item: Item): RecipientReceipt {
  return item as unknown as RecipientReceipt;
}

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

/** The rule of `isNews`, so that one write is enough. */
function newsCondition({ status }: Receipt): string {
  const isOverPending =
    status === 'pending'
      ? 'deliveryStatus = :pending AND deliveryStatusAt < :deliveryStatusAt'
      : 'deliveryStatus = :pending';
  return `attribute_not_exists(deliveryStatus) OR (${isOverPending})`;
}
