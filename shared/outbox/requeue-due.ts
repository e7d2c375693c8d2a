import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { type DueKind, dueAttributes, type Key } from '../platform/store/keys';
import { findDue } from './find-due';
import type { CampaignTask } from './relay-outbox';

/** Time after which what was requeued is looked at again, in case its call or worker is lost. */
const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/**
 * Calls the workers of all campaigns or automations that are due.
 *
 * @param options.read returns the item's id, account, key, and the group in whose order its calls are worked on
 * @returns their number
 */
export async function requeueDue(
  { table, clock, queues }: Pick<Platform, 'table' | 'clock' | 'queues'>,
  options: {
    kind: DueKind;
    read: (item: Item) => { id: string; accountId: string; key: Key; groupId: string };
  },
): Promise<number> {
  const { kind, read } = options;
  let requeued = 0;
  const now = clock.now();
  const dueAt = new Date(now.getTime() + LOOKS_AGAIN_AFTER_MS).toISOString();
  for await (const item of findDue(table, kind, now)) {
    const { id, accountId, key, groupId } = read(item);
    const body: CampaignTask = { accountId, campaignId: id };
    await queues.send('campaign', [{ body, groupId }]);
    await table.update({
      Key: key,
      ...updateExpression({ set: dueAttributes(kind, { id, dueAt }) }, { values: { ':seen': item.gsi1sk } }),
      // This fails when the worker has set another time, or there is nothing left to do.
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
