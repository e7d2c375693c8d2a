import { putIntoOutbox } from '../../outbox/outbox';
import type { Ids } from '../../platform/ids';
import { dueAttributes } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import type { CampaignAddress } from './campaign';

/** The timer looks at a campaign this long after its worker was called, in case the call was lost. */
const LOOKS_AGAIN_AFTER_MS = 60_000;

/** Attributes of a campaign that the timer looks at from a time on. */
export const campaignDue = (campaignId: string, atMs: number) =>
  dueAttributes('CAMPAIGN', { id: campaignId, dueAt: new Date(atMs).toISOString() });

/** Attributes that an ended campaign has no more. */
export const CAMPAIGN_DUE_ATTRIBUTES = ['gsi1pk', 'gsi1sk'];

/**
 * Calls the worker of campaigns, for the transaction that changes a campaign: `set` goes into the write of the campaign,
 * `write` beside it. The worker does what the campaign then says, also when its queue loses the call.
 */
export function callCampaignWorker(
  ids: Ids,
  { accountId, id, now }: CampaignAddress & { now: Date },
): { set: Record<string, unknown>; write: TransactItem } {
  return {
    set: campaignDue(id, now.getTime() + LOOKS_AGAIN_AFTER_MS),
    write: putIntoOutbox({
      id: ids.next('out'),
      entry: { kind: 'campaign', accountId, campaignId: id },
      now,
    }),
  };
}
