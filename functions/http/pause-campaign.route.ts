import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'pauseCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/pause',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Pause a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description:
    'No new recipient is handed over after the answer but the send batch that is under way. Pausing twice changes nothing.',
  answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
  errors: [33110, 33111],
});
