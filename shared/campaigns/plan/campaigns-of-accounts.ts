import { retainedUntil, type Retention } from '../../accounts/retention';
import type { Campaigns } from '../../audience/segments/campaigns';
import { campaignKey, campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { expiryOf } from '../../sending/jobs/job';
import { findHandedOver } from '../run/find-hand-overs';
import { type Campaign, campaignItem, hasEnded } from '../record/campaign';

/**
 * Adapter through which audiences look up campaigns of accounts.
 *
 * **Source:** rules E3.
 */
export function campaignsOfAccounts(table: Table): Campaigns {
  return {
    findHandedOver: (accountId, options) => findHandedOver(table, accountId, options),
    findUnusable: async (account, { campaignIds, now }) => {
      const items = await table.batchGet(campaignIds.map((id) => campaignKey(account.id, id)));
      const campaigns = items.map(campaignItem.readIfAny);
      return {
        unknown: campaignIds.filter((_, index) => !campaigns[index]),
        forgotten: campaignIds.filter((_, index) => isForgotten(campaigns[index], { account, now })),
      };
    },
    findDraft: (accountId, { segmentId }) => findDraft(table, { accountId, segmentId }),
  };
}

/** Adds the campaigns of accounts to the parts that use cases of audiences need. */
export const withCampaigns = <Deps extends { table: Table }>(
  deps: Deps,
): Deps & { campaigns: Campaigns } => ({
  ...deps,
  campaigns: campaignsOfAccounts(deps.table),
});

/** Returns true for a campaign that has reached recipients when these are past retention. */
function isForgotten(
  campaign: Campaign | undefined,
  { account: { retentionDays, retainedSince = '' }, now }: { account: Retention; now: Date },
): boolean {
  if (!campaign?.startedAt) return false;
  const { startedAt: createdAt, counts, retentionDays: before } = campaign;
  const isPast = (untilSeconds = Infinity) => now.getTime() >= untilSeconds * 1000;
  // A setting that was made shorter deletes what is there already, and a longer one restores nothing.
  return (
    (!hasEnded(campaign) || counts.sent + counts.unknown > 0) &&
    (createdAt <= retainedSince ||
      (retentionDays !== before && isPast(retainedUntil(retentionDays, createdAt))) ||
      isPast(expiryOf({ createdAt, retentionDays: before })))
  );
}

/** Finds a draft that uses a segment. A launched campaign has its own copy of the segment. */
async function findDraft(
  table: Table,
  { accountId, segmentId }: { accountId: string; segmentId: string },
): Promise<string | undefined> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'audience.segmentId = :segment AND #status = :draft',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId), ':segment': segmentId, ':draft': 'draft' },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  for await (const item of items) return campaignItem.read(item).status;
  return undefined;
}
