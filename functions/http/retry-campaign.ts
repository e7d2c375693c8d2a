import { retryCampaign } from '../../shared/campaigns/plan/change-draft';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './retry-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/retry. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 201,
  run: retryCampaign,
});
