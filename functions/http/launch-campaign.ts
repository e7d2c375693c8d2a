import { launchCampaign } from '../../shared/campaigns/plan/launch-campaign';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './launch-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/launch. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 202,
  run: launchCampaign,
});
