import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'launchCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/launch',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Launch a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `Checks sender, characters, content and times, and schedules the campaign. Where the account wants approvals
of large campaigns, it waits for one. A campaign whose hours open for no recipient before it expires is refused. A campaign that was launched already is answered as it is.`,
  answers: { 202: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.scheduled) },
  errors: [33004, 33009, 33016, 33019, 33031, 33100, 33110, 33111],
});
