import type { Account } from '../../../accounts/account';
import { ServiceError } from '../../../errors/service-error';
import { LONGEST_SELECTION_LEAD_MS } from '../../../limits';
import { epochMs } from '../../../platform/clock';
import { updateExpression } from '../../../platform/store/expressions';
import { type Campaign, campaignItem } from '../../record/campaign';
import { sendsFrom } from '../../record/campaign-timing';
import { countAhead } from '../audience-source';
import type { CampaignDeps } from './campaign-deps';
import { selectionLeadMs } from './selection-lead';

/** Time that is kept for the steps after the count. */
const RESERVE_MS = 60_000;

/**
 * Finds when the selection of a scheduled campaign begins, epoch milliseconds: before its time when the audience is
 * large. The audience is counted when no selection would begin earlier, and the time is stored. Returns the time of the
 * count until then.
 *
 * **Source:** rules E4.1.
 */
export async function findSelectionTime(
  deps: CampaignDeps,
  options: { campaign: Campaign; account: Account; remainingMs: () => number },
): Promise<number> {
  const { campaign, account, remainingMs } = options;
  if (campaign.selectsAt !== undefined) return Date.parse(campaign.selectsAt);
  const nowMs = epochMs(deps.clock);
  const dueAtMs = sendsFrom(campaign, { account, nowMs });
  if (dueAtMs - LONGEST_SELECTION_LEAD_MS > nowMs) return dueAtMs - LONGEST_SELECTION_LEAD_MS;
  const isEnough = (count: number) =>
    dueAtMs - selectionLeadMs(count) <= epochMs(deps.clock) || remainingMs() < RESERVE_MS;
  const count = await countAhead(deps, { campaign, account, isEnough }).catch((error: unknown) => {
    // The selection will meet the same error, at the campaign's time.
    if (error instanceof ServiceError) return 0;
    throw error;
  });
  const selectsAtMs = dueAtMs - selectionLeadMs(count);
  await deps.table.update({
    Key: campaignItem.key(campaign),
    ...updateExpression(
      { set: { selectsAt: new Date(selectsAtMs).toISOString() } },
      { names: { '#version': 'version' }, values: { ':read': campaign.version } },
    ),
    ConditionExpression: '#version = :read',
  });
  return selectsAtMs;
}
