import { CAMPAIGN_PREVIEW_SCHEMA } from '../../shared/campaigns/plan/campaign-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CAMPAIGN_EXAMPLES } from './campaign-documentation';

export const route = {
  operationId: 'previewCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/preview',
  handler: 'functions/http/preview-campaign.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Preview a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['account', 'campaign', 'campaignRun', 'contact', 'job', 'segment'],
    query: ['account', 'campaignRun', 'job'],
    delete: ['rateWindow'],
    listContacts: true,
  },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `Who would get the campaign, when by which time zone, how long that takes at the rate of the sender number, what it
costs, and the text of some recipients. Sends and charges nothing. Counting ends after 20 s. An account has one preview at a time.`,
  answers: {
    200: {
      description: 'The preview.',
      schema: { CampaignPreview: CAMPAIGN_PREVIEW_SCHEMA },
      examples: { preview: CAMPAIGN_EXAMPLES.preview },
    },
  },
  errors: [33031, 33100, 33110, 33119],
});
