import { object, string } from 'valibot';
import { defineItem } from '../../../platform/store/define-item';
import type { Item } from '../../../platform/store/item';
import { recentCampaignKey } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';

/**
 * Attribution window: a STOP counts for a campaign when it arrives this soon after the message. **Source:** rules E4.8.
 */
export const STOP_COUNTS_FOR_MS = 24 * 60 * 60 * 1000;

const storedRecent = defineItem({
  entity: 'recentCampaign',
  key: ({ accountId, campaignId }: { accountId: string; campaignId: string }) =>
    recentCampaignKey(accountId, campaignId),
  value: object({ campaignId: string() }),
});

/** @param options.lastAtMs latest time at which the campaign hands over a message; epoch milliseconds */
export function recentCampaignItem(options: {
  accountId: string;
  campaignId: string;
  lastAtMs: number;
}): Item {
  const { campaignId, lastAtMs } = options;
  return {
    ...storedRecent.item(options, { campaignId }),
    expiresAtEpochSeconds: Math.ceil((lastAtMs + 2 * STOP_COUNTS_FOR_MS) / 1000),
  };
}

/** Finds campaigns of the account that may have handed over a message within the last day. */
export async function findRecentCampaigns(table: Table, accountId: string): Promise<string[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': recentCampaignKey(accountId, '').pk },
  });
  return items.map((item) => storedRecent.read(item).campaignId);
}
