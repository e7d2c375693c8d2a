import type { CampaignTask } from '../../../outbox/relay-outbox';
import type { Platform } from '../../../platform/platform';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../../../platform/queues/queues';
import { updateExpression } from '../../../platform/store/expressions';
import { type Campaign, campaignItem } from '../../record/campaign';
import { campaignDue } from '../../record/campaign-wake';

/**
 * Lead time of the timer, which runs every minute: the worker is called this long before the moment, and waits the rest
 * on its queue.
 */
const TIMER_AHEAD_MS = 10 * 60_000;
const LOOKS_AGAIN_AFTER_MS = 60_000;

/**
 * Has the campaign's worker called at a moment: by its queue, whose delay is exact, or by the timer when the moment is
 * further away. Does nothing when the campaign has been changed since it was read, because the change calls the worker.
 */
export async function waitUntil(
  { table, clock, queues }: Pick<Platform, 'table' | 'clock' | 'queues'>,
  campaign: Campaign,
  atMs: number,
): Promise<void> {
  const { accountId, id, version } = campaign;
  const waitMs = Math.max(0, atMs - clock.now().getTime());
  const isNear = waitMs <= LONGEST_QUEUE_DELAY_SECONDS * 1000;
  const { written } = await table.update({
    Key: campaignItem.key(campaign),
    ...updateExpression(
      { set: campaignDue(id, isNear ? atMs + LOOKS_AGAIN_AFTER_MS : atMs - TIMER_AHEAD_MS) },
      { names: { '#version': 'version' }, values: { ':read': version } },
    ),
    ConditionExpression: '#version = :read',
  });
  if (!written || !isNear) return;
  const body: CampaignTask = { accountId, campaignId: id };
  await queues.send('campaign', [{ body, groupId: accountId, delaySeconds: Math.ceil(waitMs / 1000) }]);
}
