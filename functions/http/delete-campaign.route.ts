import { CAMPAIGN_CHANGE } from '../table-access';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'deleteCampaign',
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Delete a draft',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: 'Only a draft can be deleted.',
  answers: { 204: { description: 'It is deleted.' } },
  errors: [33110, 33111],
});
