import { rejectCampaign } from '../../shared/campaigns/plan/approve-campaign';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './reject-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/reject. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 200,
  run: rejectCampaign,
});
