import { findDue } from '../outbox/find-due';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { transfersPk, WAITING_TRANSFER_PREFIX } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { lineDue, transferLine, waitingTransfer } from './transfer-line';

/** Time after which a line with waiting transfers is checked again. */
const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/**
 * Requeues each line with waiting transfers, in case the queue has lost the message that begins the next one.
 *
 * @returns number of lines
 */
export async function wakeWaitingTransfers({
  table,
  clock,
  queues,
}: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  let lines = 0;
  const now = clock.now();
  const dueAt = new Date(now.getTime() + LOOKS_AGAIN_AFTER_MS).toISOString();
  for await (const found of findDue(table, 'TRANSFER', now)) {
    const { accountId } = transferLine.read(found);
    const first = await findFirst(table, accountId);
    lines += first ? 1 : 0;
    if (first) await queues.send('transfer', [{ body: first, groupId: accountId }]);
    await table.update({
      Key: { pk: found.pk, sk: found.sk },
      ...updateExpression(first ? { set: lineDue(accountId, dueAt) } : { remove: ['gsi1pk', 'gsi1sk'] }, {
        values: { ':seen': found.gsi1sk },
        names: { '#gsi1sk': 'gsi1sk' },
      }),
      // Skips a line that another transfer has joined meanwhile.
      ConditionExpression: '#gsi1sk = :seen',
    });
  }
  return lines;
}

async function findFirst(table: Table, accountId: string) {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waiting)',
    ExpressionAttributeValues: { ':pk': transfersPk(accountId), ':waiting': WAITING_TRANSFER_PREFIX },
    ConsistentRead: true,
    Limit: 1,
  });
  const first = waitingTransfer.readIfAny(items[0]);
  return first && { accountId, transferId: first.transferId };
}
