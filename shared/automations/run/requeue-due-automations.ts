import { findDue } from '../../outbox/find-due';
import type { CampaignTask } from '../../outbox/relay-outbox';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { automationItem } from '../record/automation';
import { automationDue } from '../record/automation-due';

const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/** Has the workers of automations called that are due. @returns their number */
export async function requeueDueAutomations({
  table,
  clock,
  queues,
}: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  let requeued = 0;
  const now = clock.now();
  for await (const item of findDue(table, 'AUTOMATION', now)) {
    const { id, accountId } = automationItem.read(item);
    const body: CampaignTask = { accountId, campaignId: id };
    await queues.send('campaign', [{ body, groupId: id }]);
    await table.update({
      Key: automationItem.key({ accountId, id }),
      ...updateExpression(
        { set: automationDue(id, now.getTime() + LOOKS_AGAIN_AFTER_MS) },
        { values: { ':seen': item.gsi1sk } },
      ),
      // This fails when the worker has set another time.
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
