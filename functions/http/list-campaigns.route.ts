import {
  CAMPAIGN_ANSWER_SCHEMA,
  CAMPAIGN_PAGE_SCHEMA,
} from '../../shared/campaigns/plan/campaign-answer.schema';
import { CAMPAIGN_STATUSES } from '../../shared/campaigns/record/campaign';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import { CAMPAIGN_READ } from '../table-access';
import { CAMPAIGN_EXAMPLES } from './campaign-documentation';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'listCampaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List campaigns, newest first',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_READ];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: 'Newest first, in pages.',
  query: [
    {
      name: 'status',
      description: 'Only campaigns in this state.',
      schema: { type: 'string', enum: CAMPAIGN_STATUSES },
    },
    ...PAGE_QUERY,
  ],
  answers: {
    200: {
      description: 'A page.',
      schema: { CampaignPage: CAMPAIGN_PAGE_SCHEMA, Campaign: CAMPAIGN_ANSWER_SCHEMA },
      examples: {
        page: { summary: 'One campaign in all', value: { results: [CAMPAIGN_EXAMPLES.completed.value] } },
      },
    },
  },
  errors: [33100],
});
