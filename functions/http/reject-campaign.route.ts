import { REJECTION_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_CHANGE } from '../table-access';
import { campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'rejectCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/reject',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'stop',
  summary: 'Refuse a launch',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description:
    'Refused to API keys: a user rejects, and never the one who launched the campaign. The campaign is a draft again.',
  request: {
    name: 'rejection',
    schema: REJECTION_SCHEMA,
    isRequired: true,
    examples: { reason: { summary: 'With its reason', value: { reason: 'The offer ends on Saturday.' } } },
  },
  answers: { 200: campaignAnswer('The campaign.') },
  errors: [33110, 33111, 33112],
});
