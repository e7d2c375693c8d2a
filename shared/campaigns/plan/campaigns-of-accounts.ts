import type { Account } from '../../accounts/account';
import type { Campaigns } from '../../audience/segments/campaigns';
import { campaignKey, campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { expiryOf } from '../../sending/jobs/job';
import { findHandedOver } from '../run/find-hand-overs';
import { type Campaign, campaignItem, hasEnded } from '../record/campaign';

/**
 * What the campaigns of accounts tell to audiences.
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
        unknown: campaignIds.filter((_, index) => campaigns[index] === undefined),
        forgotten: campaignIds.filter((_, index) => isForgotten(campaigns[index], { account, now })),
      };
    },
    findDraft: (accountId, { segmentId }) => findDraft(table, { accountId, segmentId }),
  };
}

/** Adds what use cases of audiences need to know of the campaigns of accounts. */
export const withCampaigns = <Deps extends { table: Table }>(
  deps: Deps,
): Deps & { campaigns: Campaigns } => ({
  ...deps,
  campaigns: campaignsOfAccounts(deps.table),
});

/** Returns true for a campaign that has reached people, when its recipients are not kept any more. */
function isForgotten(
  campaign: Campaign | undefined,
  { account, now }: { account: Pick<Account, 'retentionDays'>; now: Date },
): boolean {
  if (campaign?.beganAt === undefined) return false;
  const { beganAt: createdAt, counts } = campaign;
  if (hasEnded(campaign) && counts.sent + counts.unknown === 0) return false;
  // A shorter retention holds for what was there before; a longer one does not bring anything back.
  return [campaign, account].some(({ retentionDays }) => {
    const untilSeconds = expiryOf({ createdAt, retentionDays });
    return untilSeconds !== undefined && now.getTime() >= untilSeconds * 1000;
  });
}

/** A campaign that was launched has a copy of its segment. */
async function findDraft(
  table: Table,
  { accountId, segmentId }: { accountId: string; segmentId: string },
): Promise<string | undefined> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'audience.segmentId = :segmentId AND #status = :draft',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId), ':segmentId': segmentId, ':draft': 'draft' },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  for await (const item of items) return campaignItem.read(item).status;
  return undefined;
}
