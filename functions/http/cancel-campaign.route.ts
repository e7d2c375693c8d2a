import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'cancelCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/cancel',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Cancel a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description:
    'Recipients that have not been handed over are `skipped` with the reason `cancelled`, and their credits are given back. Cancelling twice changes nothing.',
  answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
  errors: [33110, 33111],
});
