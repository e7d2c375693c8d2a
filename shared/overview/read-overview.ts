import type { Account } from '../accounts/account';
import type { Charge } from '../accounts/charge';
import { quotaUsedToday } from '../accounts/daily-quota';
import { balanceOf } from '../accounts/gather-credit-shards';
import type { Campaign } from '../campaigns/record/campaign';
import { type CampaignCounts, readCampaignCounts } from '../campaigns/run/read-campaign-counts';
import type { Platform } from '../platform/platform';
import { campaignsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { readDays, type Statistics } from '../statistics/daily-statistics';
import { campaignItem } from '../campaigns/record/campaign';
import { type Attention, findAttention } from './internal/find-attention';
import { totalsOf } from './internal/totals-of';

interface Overview {
  credits: Charge;
  quota: { limit: number; usedToday: number };
  totals: Statistics;
  /** Oldest day first. */
  series: Array<{ day: string } & Statistics>;
  runningCampaigns: Array<
    Pick<Campaign, 'id' | 'name' | 'status' | 'launchedAt'> & { counts: CampaignCounts }
  >;
  attention: Attention[];
}

const RUNNING: ReadonlyArray<Campaign['status']> = ['scheduled', 'selecting', 'sending', 'paused'];
/** Newest campaigns that are read; older ones have ended long ago. */
const CAMPAIGNS_LOOKED_AT = 100;
const MOST_RUNNING = 10;

/**
 * Returns what needs attention in an account, and the statistics of its last days.
 *
 * @param options.since ISO time; older texts have expired
 */
export async function readOverview(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { account, days, since }: { account: Account; days: number; since: string },
): Promise<Overview> {
  const [credits, usedToday, series, campaigns] = await Promise.all([
    balanceOf({ table }, account),
    quotaUsedToday({ table, clock }, account.id),
    readDays(table, { accountId: account.id, days, now: clock.now() }),
    findCampaigns(table, account.id),
  ]);
  const quota = { limit: account.dailyQuota, usedToday };
  const running = campaigns.filter(({ status }) => RUNNING.includes(status)).slice(0, MOST_RUNNING);
  const [runningCampaigns, attention] = await Promise.all([
    Promise.all(
      running.map(async (campaign) => {
        const { id, name, status, launchedAt } = campaign;
        return { id, name, status, launchedAt, counts: (await readCampaignCounts(table, campaign)).counts };
      }),
    ),
    findAttention({ table, clock }, { account, campaigns, credits, quota, since }),
  ]);
  return { credits, quota, totals: totalsOf(series), series, runningCampaigns, attention };
}

async function findCampaigns(table: Table, accountId: string): Promise<Campaign[]> {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId) },
    ScanIndexForward: false,
    Limit: CAMPAIGNS_LOOKED_AT,
  });
  return items.map(campaignItem.read);
}
