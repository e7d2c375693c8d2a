import { type Approval, approveCampaign } from '../../shared/campaigns/plan/approve-campaign';
import validate from '../../shared/platform/validation/generated/approval';
import { decisionEndpoint } from './campaign-endpoint';
import { route } from './approve-campaign.route';

export { route };

/** POST /api/v1/campaigns/{id}/approve. **Source:** rules E4. */
export const handler = decisionEndpoint({
  route,
  validate: validate<Approval>,
  run: approveCampaign,
});
