import { requeueDue } from '../../outbox/requeue-due';
import type { Platform } from '../../platform/platform';
import { campaignItem } from '../record/campaign';

/** Requeues campaigns that are due, and those whose call or worker was lost. @returns their number */
export const requeueStalledCampaigns = (
  deps: Pick<Platform, 'table' | 'clock' | 'queues'>,
): Promise<number> =>
  requeueDue(deps, {
    kind: 'CAMPAIGN',
    read: (item) => {
      const { id, accountId } = campaignItem.read(item);
      return { id, accountId, key: campaignItem.key({ accountId, id }), groupId: accountId };
    },
  });
