import type { Table } from '../../platform/store/table';
import type { Campaign } from '../record/campaign';
import { NO_COUNTS } from './draft-campaign';
import type { CountedCampaign } from './present-campaign';

/** How many recipients of a campaign have ended how. **Source:** rules E4.8. */
export async function countCampaign(_table: Table, campaign: Campaign): Promise<CountedCampaign> {
  const { selected = 0, counts, skippedBy } = campaign;
  const { sent, failed, skipped } = counts;
  const pending = Math.max(0, selected - sent - failed - skipped);
  return Promise.resolve({
    counts: { ...NO_COUNTS.counts, selected, pending, sent, failed, skipped },
    skippedBy,
  });
}
