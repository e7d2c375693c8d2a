import { APPROVAL_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_CHANGE } from '../table-access';
import { campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'approveCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/approve',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  summary: 'Approve a launch',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `Refused to API keys: a user approves, and never the one who launched the campaign, also by an API key that this
user made. The approval covers text, sender, times and audience as they are, and up to 10 % more recipients than there are now. A campaign
for which that is not enough when it begins waits for an approval again, and has \`details\`.`,
  request: {
    name: 'approval',
    schema: APPROVAL_SCHEMA,
    isRequired: false,
    examples: { comment: { summary: 'With a comment', value: { comment: 'Checked with the shops.' } } },
  },
  answers: { 200: campaignAnswer('The campaign.') },
  errors: [33110, 33111, 33112],
});
