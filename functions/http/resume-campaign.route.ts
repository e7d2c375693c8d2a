import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'resumeCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/resume',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Resume a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: 'Goes on where it was paused. Resuming what is not paused changes nothing.',
  answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
  errors: [33110, 33111],
});
