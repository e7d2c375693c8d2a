import { findDue } from '../outbox/find-due';
import type { TransferTask } from '../outbox/relay-outbox';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { exportDue, exportItem } from './export-item';

const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/** Requeues exports that no worker works on. @returns how many */
export async function requeueStalledExports({
  table,
  clock,
  queues,
}: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  let requeued = 0;
  const now = clock.now();
  for await (const item of findDue(table, 'EXPORT', now)) {
    const { id: transferId, accountId } = exportItem.read(item);
    const body: TransferTask = { accountId, transferId };
    await queues.send('transfer', [{ body, groupId: accountId }]);
    const dueAt = new Date(now.getTime() + LOOKS_AGAIN_AFTER_MS).toISOString();
    await table.update({
      Key: exportItem.key({ accountId, exportId: transferId }),
      ...updateExpression({ set: exportDue(transferId, dueAt) }, { values: { ':seen': item.gsi1sk } }),
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
