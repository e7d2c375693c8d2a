import { CAMPAIGN_TEST_SCHEMA } from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_TEST_ANSWER_SCHEMA } from '../../shared/campaigns/plan/campaign-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { SINGLE_SEND } from '../table-access';
import { CAMPAIGN_EXAMPLES } from './campaign-documentation';

export const route = {
  operationId: 'testCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/test',
  handler: 'functions/http/test-campaign.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Send a campaign to some phones',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [...SINGLE_SEND, { read: ['campaign'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Campaigns',
  description: `Sends the text at once to up to 10 numbers, each by a single send: the recipient must be opted in, and it costs
what a single send does. A send that is refused has the \`code\` of its error in the result.`,
  request: {
    name: 'campaign-test',
    schema: CAMPAIGN_TEST_SCHEMA,
    isRequired: true,
    examples: { test: CAMPAIGN_EXAMPLES.testRequest },
  },
  answers: {
    200: {
      description: 'What became of each.',
      schema: { CampaignTest: CAMPAIGN_TEST_ANSWER_SCHEMA },
      examples: { test: CAMPAIGN_EXAMPLES.test },
    },
  },
  errors: [33003, 33030, 33110],
});
