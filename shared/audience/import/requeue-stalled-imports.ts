import { findDue } from '../../outbox/find-due';
import type { TransferTask } from '../../outbox/relay-outbox';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { importDue, importItem } from './import-item';

/** The next look at an import that was requeued. */
const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/**
 * Requeues imports that no worker works on: their queue message was lost, or their worker died.
 *
 * @returns how many
 */
export async function requeueStalledImports({
  table,
  clock,
  queues,
}: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  let requeued = 0;
  const now = clock.now();
  for await (const item of findDue(table, 'IMPORT', now)) {
    const { id: transferId, accountId } = importItem.read(item);
    const body: TransferTask = { accountId, transferId };
    await queues.send('transfer', [{ body, groupId: accountId }]);
    const dueAt = new Date(now.getTime() + LOOKS_AGAIN_AFTER_MS).toISOString();
    await table.update({
      Key: importItem.key({ accountId, importId: transferId }),
      ...updateExpression({ set: importDue(transferId, dueAt) }, { values: { ':seen': item.gsi1sk } }),
      // The worker has shown meanwhile that it is alive, or has ended.
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
