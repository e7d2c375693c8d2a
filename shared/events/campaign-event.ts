import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventOf } from './event-types';
import { queueEvent } from './queue-event';

type EndedCampaign = EventOf<'messaging.campaign.completed'>['campaign'];

/** Builds the outbox write for the transaction that ends the campaign. **Source:** rules E4.9. */
export function queueCampaignCompleted(
  ids: Ids,
  options: {
    campaign: Pick<EndedCampaign, 'id' | 'name' | 'from' | 'createdAt'> & {
      accountId: string;
      selected?: number | undefined;
    };
    status: EndedCampaign['status'];
    errorCode?: number;
    counts: EndedCampaign['counts'];
    now: Date;
  },
): TransactItem {
  const { campaign, status, errorCode, counts, now } = options;
  const { id, accountId, name, from, selected = 0, createdAt } = campaign;
  const { sent, failed, skipped } = counts;
  return queueEvent(ids, {
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
