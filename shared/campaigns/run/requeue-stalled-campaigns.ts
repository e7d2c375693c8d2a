import { findDue } from '../../outbox/find-due';
import type { CampaignTask } from '../../outbox/relay-outbox';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { campaignItem } from '../record/campaign';
import { campaignDue } from '../record/campaign-wake';

/** Time after which a requeued campaign is checked again. */
const LOOKS_AGAIN_AFTER_MS = 2 * 60_000;

/** Requeues campaigns that are due, and those whose call or worker was lost. @returns their number */
export async function requeueStalledCampaigns({
  table,
  clock,
  queues,
}: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> {
  let requeued = 0;
  const now = clock.now();
  for await (const item of findDue(table, 'CAMPAIGN', now)) {
    const { id, accountId } = campaignItem.read(item);
    const body: CampaignTask = { accountId, campaignId: id };
    await queues.send('campaign', [{ body, groupId: accountId }]);
    await table.update({
      Key: campaignItem.key({ accountId, id }),
      ...updateExpression(
        { set: campaignDue(id, now.getTime() + LOOKS_AGAIN_AFTER_MS) },
        { values: { ':seen': item.gsi1sk } },
      ),
      // This fails when the worker has set another time or the campaign has ended.
      ConditionExpression: '#gsi1sk = :seen',
    });
    requeued += 1;
  }
  return requeued;
}
