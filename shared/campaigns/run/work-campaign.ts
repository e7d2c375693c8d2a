import { type Account, readAccount } from '../../accounts/account';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey } from '../../platform/store/keys';
import { type Campaign, campaignItem } from '../record/campaign';
import { scheduledBetween } from '../timing/schedule';
import { waitUntil } from './wait-until';

export type CampaignDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'queues' | 'log'>;

export interface CampaignTaskOptions {
  accountId: string;
  campaignId: string;
  /** Until the worker is ended, in milliseconds. */
  remainingMs: () => number;
}

/**
 * Does what a campaign needs now, as its item says. Idempotent: a call may come twice, in parallel, or when there is
 * nothing to do.
 *
 * **Source:** rules E4.
 */
export async function workCampaign(deps: CampaignDeps, task: CampaignTaskOptions): Promise<void> {
  const { accountId, campaignId: id } = task;
  const [item, accountItem] = await deps.table.batchGet([
    campaignItem.key({ accountId, id }),
    accountKey(accountId),
  ]);
  if (!item || !accountItem) return;
  const campaign = campaignItem.read(item);
  const account = readAccount(accountItem);
  switch (campaign.status) {
    case 'scheduled':
      return beginWhenDue(deps, { campaign, account });
    case 'selecting':
    case 'sending':
    case 'cancelled':
    case 'draft':
    case 'awaitingApproval':
    case 'paused':
    case 'completed':
    case 'failed':
      return;
  }
}

/** It begins when its schedule is due for the first recipients, wherever they may be. **Source:** rules E4.1. */
async function beginWhenDue(
  deps: CampaignDeps,
  { campaign, account }: { campaign: Campaign; account: Account },
): Promise<void> {
  const nowMs = epochMs(deps.clock);
  const { firstMs } = scheduledBetween(campaign.schedule, {
    beganAtMs: nowMs,
    accountZone: account.timeZone,
  });
  if (firstMs > nowMs) return waitUntil(deps, campaign, firstMs);
  const now = new Date(nowMs).toISOString();
  await deps.table.update({
    Key: campaignItem.key(campaign),
    ...updateExpression(
      { set: { status: 'selecting', beganAt: now, updatedAt: now, version: campaign.version + 1 } },
      { values: { ':read': campaign.version } },
    ),
    ConditionExpression: '#version = :read',
  });
}
