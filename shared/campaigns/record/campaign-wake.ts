import { putIntoOutbox } from '../../outbox/outbox';
import type { Ids } from '../../platform/ids';
import { dueAttributes } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import type { CampaignAddress } from './campaign';

/** Time after a call of the worker at which the timer checks the campaign, in case the call was lost. */
const LOOKS_AGAIN_AFTER_MS = 60_000;

/** Returns the index attributes by which the timer checks a campaign from a time on. */
export const campaignDue = (campaignId: string, atMs: number) =>
  dueAttributes('CAMPAIGN', { id: campaignId, dueAt: new Date(atMs).toISOString() });

/** Index attributes, which an ended campaign no longer has. */
export const CAMPAIGN_DUE_ATTRIBUTES = ['gsi1pk', 'gsi1sk'];

/**
 * Calls the worker of a campaign, for the transaction that changes the campaign: `set` goes into the write of the
 * campaign, `write` beside it. The worker then acts on the campaign's state, also when its queue loses the call.
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
