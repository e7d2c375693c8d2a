import type { Campaigns } from '../../audience/segments/campaigns';
import { campaignKey, campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { findHandedOver } from '../run/find-hand-overs';
import { CAMPAIGN_STATUSES, campaignItem, hasEnded } from '../record/campaign';

/**
 * What the campaigns of accounts tell to audiences.
 *
 * **Source:** rules E3.
 */
export function campaignsOfAccounts(table: Table): Campaigns {
  return {
    findHandedOver: (accountId, options) => findHandedOver(table, accountId, options),
    findUnknown: async (accountId, campaignIds) => {
      const items = await table.batchGet(campaignIds.map((id) => campaignKey(accountId, id)));
      return campaignIds.filter((_, index) => items[index] === undefined);
    },
    findUnfinished: (accountId, { segmentId }) => findUnfinished(table, { accountId, segmentId }),
  };
}

const UNFINISHED = CAMPAIGN_STATUSES.filter((status) => !hasEnded({ status }));

async function findUnfinished(
  table: Table,
  { accountId, segmentId }: { accountId: string; segmentId: string },
): Promise<string | undefined> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: `audience.segmentId = :segmentId AND #status IN (${UNFINISHED.map((status) => `:${status}`).join(', ')})`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':pk': campaignsPk(accountId),
      ':segmentId': segmentId,
      ...Object.fromEntries(UNFINISHED.map((status) => [`:${status}`, status])),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  for await (const item of items) return campaignItem.read(item).status;
  return undefined;
}
