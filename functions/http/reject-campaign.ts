import { type Rejection, rejectCampaign } from '../../shared/campaigns/plan/approve-campaign';
import validate from '../../shared/platform/validation/generated/rejection';
import { decisionEndpoint } from './campaign-endpoint';
import { route } from './reject-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/reject. **Source:** rules E4. */
export const handler = decisionEndpoint({
  route,
  validate: validate<Rejection>,
  run: rejectCampaign,
});
