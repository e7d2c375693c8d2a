import type { Table } from '../../platform/store/table';
import { findWait } from '../../senders/find-wait';
import type { Campaign } from '../record/campaign';
import { readCampaignCounts } from '../run/read-campaign-counts';
import type { CountedCampaign } from './present-campaign';

/**
 * Counts the recipients of a campaign by their outcome, and says what keeps the others waiting. **Source:** rules E4.8,
 * E8.2.
 */
export async function countCampaign(table: Table, campaign: Campaign): Promise<CountedCampaign> {
  const { accountId, from: number } = campaign;
  const [counted, waitingFor] = await Promise.all([
    readCampaignCounts(table, campaign),
    campaign.status === 'sending' ? findWait(table, { accountId, number }) : undefined,
  ]);
  return { ...counted, ...(waitingFor && { waitingFor }) };
}
