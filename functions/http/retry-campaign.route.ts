import { CAMPAIGN_CHANGE } from '../table-access';
import { campaignAnswer } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'retryCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/retry',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Plan another try',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_CHANGE];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `Makes a draft for those who ended \`failed\`, without those whose outcome is unknown. The campaign must have
ended.`,
  answers: { 201: { ...campaignAnswer('The draft.'), headers: ['Location'] } },
  errors: [33110, 33111],
});
