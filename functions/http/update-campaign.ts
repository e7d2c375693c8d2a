import type { CampaignPatch } from '../../shared/campaigns/plan/campaign.schema';
import { updateDraft } from '../../shared/campaigns/plan/change-draft';
import validate from '../../shared/platform/validation/generated/campaign-patch';
import { campaignEndpoint } from './campaign-endpoint';
import { route } from './update-campaign.route';

export { route };

/** PATCH /api/v1/campaigns/{id}. **Source:** rules E4. */
export const handler = campaignEndpoint({
  route,
  validate: validate<CampaignPatch>,
  status: 200,
  run: (deps, { body, ...request }) => updateDraft(deps, { ...request, patch: body }),
});
