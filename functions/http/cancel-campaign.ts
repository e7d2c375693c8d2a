import { steerCampaign } from '../../shared/campaigns/plan/steer-campaign';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './cancel-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/cancel. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  status: 200,
  run: (deps, { account, campaignId }) =>
    steerCampaign(deps, { accountId: account.id, id: campaignId, step: 'cancel' }),
});
