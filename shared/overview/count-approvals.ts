import type { Actor } from '../accounts/actor';
import { mayDecideOn } from '../automations/plan/change-automation';
import { automationItem } from '../automations/record/automation';
import { mayDecide } from '../campaigns/plan/approve-campaign';
import { campaignItem } from '../campaigns/record/campaign';
import type { Platform } from '../platform/platform';
import { automationsPk, campaignsPk } from '../platform/store/keys';

/** Newest campaigns and automations that are looked at. */
const LOOKED_AT = 100;

/** Counts the campaigns and automations that await a decision which a user may make. */
export async function countApprovals(
  { table }: Pick<Platform, 'table'>,
  { accountId, actor }: { accountId: string; actor: Actor },
): Promise<{ campaigns: number; automations: number }> {
  const awaiting = async (pk: string) =>
    (
      await table.queryPage({
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: '#status = :status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pk': pk, ':status': 'awaitingApproval' },
        ScanIndexForward: false,
        Limit: LOOKED_AT,
      })
    ).items;
  const [campaigns, automations] = await Promise.all([
    awaiting(campaignsPk(accountId)),
    awaiting(automationsPk(accountId)),
  ]);
  return {
    campaigns: campaigns.map(campaignItem.read).filter((one) => mayDecide(one, actor)).length,
    automations: automations.map(automationItem.read).filter((one) => mayDecideOn(one, actor)).length,
  };
}
