import { importDue, importItem } from '../audience/import/import-item';
import { findDue } from '../outbox/find-due';
import type { TransferTask } from '../outbox/relay-outbox';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { exportDue, exportItem } from './export-item';

/** Time after which a requeued transfer is checked again. */
const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

const KINDS = {
  IMPORT: { item: importItem, dueAttributes: importDue },
  EXPORT: { item: exportItem, dueAttributes: exportDue },
} as const;

/**
 * Requeues imports or exports that no worker processes: their queue message was lost, or their worker died.
 *
 * @returns number of transfers
 */
export async function requeueStalledTransfers(
  { table, clock, queues }: Pick<Platform, 'table' | 'clock' | 'queues'>,
  due: keyof typeof KINDS,
): Promise<number> {
  const { item, dueAttributes } = KINDS[due];
  let requeued = 0;
  const now = clock.now();
  const dueAt = new Date(now.getTime() + LOOKS_AGAIN_AFTER_MS).toISOString();
  for await (const found of findDue(table, due, now)) {
    const { id: transferId, accountId } = item.read(found);
    const body: TransferTask = { accountId, transferId };
    await queues.send('transfer', [{ body, groupId: accountId }]);
    await table.update({
      Key: { pk: found.pk, sk: found.sk },
      ...updateExpression({ set: dueAttributes(transferId, dueAt) }, { values: { ':seen': found.gsi1sk } }),
      // Skips a transfer whose worker has renewed its lease or has ended meanwhile.
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
