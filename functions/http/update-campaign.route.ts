import { CAMPAIGN_PATCH_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_CHANGE } from '../table-access';
import { CAMPAIGN_EXAMPLES, campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'updateCampaign',
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Change a draft',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets, \`null\` or an empty string clears. One
kind of audience, or form of schedule, takes the place of another. Only a draft can be changed.`,
  request: {
    name: 'campaign-patch',
    schema: CAMPAIGN_PATCH_SCHEMA,
    isRequired: false,
    examples: { patch: CAMPAIGN_EXAMPLES.patch },
  },
  answers: { 200: campaignAnswer('The campaign after the change.') },
  errors: [33003, 33016, 33031, 33110, 33111],
});
