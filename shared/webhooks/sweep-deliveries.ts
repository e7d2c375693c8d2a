import { findDue } from '../outbox/find-due';
import type { WebhookTask } from '../outbox/relay-outbox';
import type { Platform } from '../platform/platform';
import type { QueueMessage } from '../platform/queues/queues';
import { isLeased, readEndpointQueue } from './endpoint-queue';

/**
 * Requeues endpoints with due deliveries: after a long wait, or because the queue lost its message, or the worker died.
 *
 * @returns number of endpoints
 */
export async function sweepDeliveries(
  platform: Pick<Platform, 'table' | 'clock' | 'queues'>,
): Promise<number> {
  const now = platform.clock.now();
  const hints: QueueMessage[] = [];
  for await (const item of findDue(platform.table, 'DELIVERY', now)) {
    const endpointQueue = readEndpointQueue(item);
    if (isLeased(endpointQueue, now)) continue;
    const { accountId, endpointId, part } = endpointQueue;
    const body: WebhookTask = { accountId, endpointId, part };
    hints.push({ body, groupId: endpointId });
  }
  if (hints.length > 0) await platform.queues.send('webhook', hints);
  return hints.length;
}
