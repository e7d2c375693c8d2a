import type { Table } from '../../platform/store/table';
import type { Campaign } from '../record/campaign';
import { readCampaignCounts } from '../run/read-campaign-counts';
import type { CountedCampaign } from './present-campaign';

/** Counts the recipients of a campaign by their outcome. **Source:** rules E4.8. */
export const countCampaign = (table: Table, campaign: Campaign): Promise<CountedCampaign> =>
  readCampaignCounts(table, campaign);
