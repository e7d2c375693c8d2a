import { campaignsOfAccounts } from '../../shared/campaigns/plan/campaigns-of-accounts';
import type { Target } from './target';

/** What use cases of audiences need to know of the campaigns of accounts. */
export const withCampaigns = (target: Target) => ({
  ...target,
  campaigns: campaignsOfAccounts(target.table),
});
