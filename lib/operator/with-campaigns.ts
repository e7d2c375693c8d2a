import { campaignsOfAccounts } from '../../shared/campaigns/plan/campaigns-of-accounts';
import type { Target } from './target';

/** Adds the campaigns of accounts, which use cases of audiences need. */
export const withCampaigns = (target: Target) => ({
  ...target,
  campaigns: campaignsOfAccounts(target.table),
});
