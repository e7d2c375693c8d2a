import type { Item } from '../item';
import {
  ConditionalCheckFailedException,
  type TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { CONFLICT, retryOnConflict, type Waits } from '../retry-on-conflict';

/** Result of a conditional write: it took effect, or its condition did not hold; `found` is the item that it met. */
export type WriteResult =
  | { written: true; item: Item | undefined }
  | { written: false; found: Item | undefined };

type CancellationReason = 'conditionFailed' | 'conflict';
/**
 * Result of a transaction. `failed` has one entry for each action whose condition did not hold, by its index in the
 * transaction. `conflict` means another transaction on the same items at the same moment: read and decide again.
 */
export type TransactResult =
  | { committed: true }
  | {
      committed: false;
      failed: Array<{ index: number; reason: CancellationReason; found: Item | undefined }>;
    };

/**
 * Runs a conditional write, and retries it while a transaction on the item is under way: DynamoDB then refuses the
 * write without having checked its condition.
 */
export async function expectCondition(
  waits: Waits,
  write: () => Promise<Item | undefined>,
): Promise<WriteResult> {
  return retryOnConflict<WriteResult>(waits, async () => {
    try {
      return { written: true, item: await write() };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) {
        return { written: false, found: error.Item ? (unmarshall(error.Item) as Item) : undefined };
      }
      if (!(error instanceof TransactionConflictException)) throw error;
      return CONFLICT;
    }
  });
}

/** Reads the reasons of a cancelled transaction; empty when it was only throttled, which is worth a retry. */
export function readCancellation(error: TransactionCanceledException) {
  const failed: Array<{ index: number; reason: CancellationReason; found: Item | undefined }> = [];
  for (const [index, reason] of (error.CancellationReasons ?? []).entries()) {
    switch (reason.Code) {
      case 'ConditionalCheckFailed':
        failed.push({
          index,
          reason: 'conditionFailed',
          found: reason.Item ? (unmarshall(reason.Item) as Item) : undefined,
        });
        break;
      case 'TransactionConflict':
        failed.push({ index, reason: 'conflict', found: undefined });
        break;
      case 'ThrottlingError':
      case 'ProvisionedThroughputExceeded':
      case 'None':
      case undefined:
        break;
      default:
        throw error;
    }
  }
  return failed;
}
