import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type EventBase, queueEvent } from './queue-event';

/** Event that a campaign has ended. */
interface CampaignCompleted extends EventBase {
  type: 'messaging.campaign.completed';
  campaign: {
    id: string;
    name: string;
    from: string;
    /** `cancelled` when a caller stopped it, `failed` when it could not begin. */
    status: 'completed' | 'cancelled' | 'failed';
    /** Only of a campaign that failed. */
    errorCode?: number;
    selected: number;
    counts: { sent: number; failed: number; skipped: number };
    createdAt: string;
    completedAt: string;
  };
}

/** Builds the outbox write for the transaction that ends the campaign. **Source:** rules E4.9. */
export function queueCampaignCompleted(
  ids: Ids,
  options: {
    campaign: {
      id: string;
      accountId: string;
      name: string;
      from: string;
      selected?: number | undefined;
      createdAt: string;
    };
    status: CampaignCompleted['campaign']['status'];
    errorCode?: number;
    counts: CampaignCompleted['campaign']['counts'];
    now: Date;
  },
): TransactItem {
  const { campaign, status, errorCode, counts, now } = options;
  const { id, accountId, name, from, selected = 0, createdAt } = campaign;
  const { sent, failed, skipped } = counts;
  return queueEvent<CampaignCompleted>(ids, {
    event: {
      type: 'messaging.campaign.completed',
      accountId,
      campaign: {
        ...{ id, name, from, status, ...(errorCode !== undefined && { errorCode }), selected, createdAt },
        counts: { sent, failed, skipped },
        completedAt: now.toISOString(),
      },
    },
    now,
  });
}
