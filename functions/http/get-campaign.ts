import { findCampaignOrThrow } from '../../shared/campaigns/record/campaign-store';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './get-campaign.route';

export { route };

/** GET /api/v1/campaigns/{id}. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 200,
  run: ({ table }, { account, campaignId }) =>
    findCampaignOrThrow(table, { accountId: account.id, id: campaignId }),
});
