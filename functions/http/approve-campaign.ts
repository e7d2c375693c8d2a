import { approveCampaign } from '../../shared/campaigns/plan/approve-campaign';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './approve-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/approve. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 200,
  run: approveCampaign,
});
