import { CAMPAIGN_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'createCampaign',
  method: 'POST',
  path: '/api/v1/campaigns',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Create a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `A draft, or with \`launch: true\` what launching makes of it, for which the key needs the scope
\`campaigns:launch\` too. Sender, characters, content and times are checked when it is launched.`,
  request: {
    name: 'campaign',
    schema: CAMPAIGN_SCHEMA,
    isRequired: true,
    examples: { campaign: CAMPAIGN_EXAMPLES.request, segment: CAMPAIGN_EXAMPLES.segmentRequest },
  },
  answers: {
    201: {
      ...campaignAnswer('The campaign.'),
      headers: ['Location', 'Idempotent-Replayed'],
    },
  },
  errors: [33003, 33004, 33009, 33016, 33019, 33031, 33104, 33110],
});
