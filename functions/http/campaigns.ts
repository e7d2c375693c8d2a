import type { Campaigns } from '../../shared/audience/segments/campaigns';
import { campaignsOfAccounts } from '../../shared/campaigns/plan/campaigns-of-accounts';
import type { Table } from '../../shared/platform/store/table';

/** What use cases of audiences need to know of the campaigns of accounts. */
export const withCampaigns = <Deps extends { table: Table }>(
  deps: Deps,
): Deps & { campaigns: Campaigns } => ({
  ...deps,
  campaigns: campaignsOfAccounts(deps.table),
});
