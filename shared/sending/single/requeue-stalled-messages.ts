import { findDue } from '../../outbox/find-due';
import type { MessageTask } from '../../outbox/relay-outbox';
import type { Platform } from '../../platform/platform';
import type { QueueMessage } from '../../platform/queues/queues';
import { readMessage } from '../../messages/message';

/**
 * Requeues messages that are overdue because their queue message was lost or their worker died.
 *
 * @returns number of requeued messages
 */
export async function requeueStalledMessages(
  platform: Pick<Platform, 'table' | 'clock' | 'queues'>,
): Promise<number> {
  const tasks: QueueMessage[] = [];
  for await (const item of findDue(platform.table, 'MESSAGE', platform.clock.now())) {
    const { id, accountId } = readMessage(item);
    const body: MessageTask = { messageId: id };
    tasks.push({ body, groupId: accountId });
  }
  if (tasks.length > 0) await platform.queues.send('message', tasks);
  return tasks.length;
}
