import { CAMPAIGN_READ } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Read a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_READ];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: 'One campaign, with how many of its recipients have ended how.',
  answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.completed) },
  errors: [33110],
});
