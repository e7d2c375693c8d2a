import type { Campaigns } from '../../../shared/audience/segments/campaigns';

/** Port to the campaigns of an account that has none. */
export const NO_CAMPAIGNS: Campaigns = {
  findUnusable: (_account, { campaignIds }) => Promise.resolve({ unknown: campaignIds, forgotten: [] }),
  findHandedOver: () => Promise.resolve(new Set()),
  findDraft: () => Promise.resolve(undefined),
};
