import { number, object, optional } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { CAMPAIGN_COUNT_SHARDS, CAMPAIGN_COUNTS_PREFIX, campaignCountsKey } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';

const FIELDS = ['sent', 'delivered', 'undelivered', 'read', 'optedOut', 'clicked'] as const;
/**
 * Counts of a campaign's messages that change after the hand-over. `clicked` only for texts of automations; a campaign
 * adds up the clicks of its jobs. `sent` only for runs of automations, which have no other counts. **Source:** rules E4.8.
 */
type CampaignCounter = (typeof FIELDS)[number];
export type CampaignCounters = Record<CampaignCounter, number>;

/** One of several counter items of a campaign, since many receipts come at once. */
const countersItem = defineItem({
  entity: 'campaignCounts',
  key: ({ campaignId, shard }: { campaignId: string; shard: number }) => campaignCountsKey(campaignId, shard),
  value: object({
    sent: optional(number(), 0),
    delivered: optional(number(), 0),
    undelivered: optional(number(), 0),
    read: optional(number(), 0),
    optedOut: optional(number(), 0),
    clicked: optional(number(), 0),
  }),
});

/**
 * Builds the counter write for the transaction of the event, which must commit only once.
 *
 * @param options.spread any number; writes with different ones do not block each other
 */
export function countForCampaign(options: {
  campaignId: string;
  added: Partial<CampaignCounters>;
  spread: number;
}): TransactItem {
  const { campaignId, added, spread } = options;
  const shard = spread % CAMPAIGN_COUNT_SHARDS;
  return {
    Update: {
      Key: countersItem.key({ campaignId, shard }),
      ...updateExpression({ add: added, set: { entity: countersItem.entity } }),
    },
  };
}

export async function readCampaignCounters(table: Table, campaignId: string): Promise<CampaignCounters> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': campaignCountsKey(campaignId, 0).pk,
      ':prefix': CAMPAIGN_COUNTS_PREFIX,
    },
    ConsistentRead: true,
  });
  const sum: CampaignCounters = { sent: 0, delivered: 0, undelivered: 0, read: 0, optedOut: 0, clicked: 0 };
  for (const item of items.map(countersItem.read)) for (const field of FIELDS) sum[field] += item[field];
  return sum;
}
