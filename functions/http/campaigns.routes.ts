import {
  CAMPAIGN_ANSWER_SCHEMA,
  CAMPAIGN_PAGE_SCHEMA,
  CAMPAIGN_PREVIEW_SCHEMA,
  CAMPAIGN_TEST_ANSWER_SCHEMA,
} from '../../shared/campaigns/plan/campaign-answer.schema';
import {
  CAMPAIGN_PATCH_SCHEMA,
  CAMPAIGN_SCHEMA,
  CAMPAIGN_TEST_SCHEMA,
} from '../../shared/campaigns/plan/campaign.schema';
import { CAMPAIGN_STATUSES } from '../../shared/campaigns/record/campaign';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type {
  DescribedAnswer,
  DescribedExample,
  RouteDocumentation,
} from '../../shared/http/route-documentation';
import { PAGE_QUERY, pageSchema } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { RECIPIENT_RESULT_SCHEMA } from '../../shared/sending/jobs/read/recipients-answer.schema';
import { DELIVERY_STATUSES } from '../../shared/platform/provider/port';
import { RECIPIENT_STATUSES } from '../../shared/sending/jobs/read/recipients-query';
import { CAMPAIGN_CHANGE, CAMPAIGN_READ, CAMPAIGN_RECIPIENTS, SINGLE_SEND } from '../table-access';
import { CAMPAIGN_EXAMPLES } from './examples';

export const createCampaign = {
  operationId: 'createCampaign',
  method: 'POST',
  path: '/api/v1/campaigns',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Create a campaign',
} as const satisfies AuthenticatedRoute;

export const listCampaigns = {
  operationId: 'listCampaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List campaigns, newest first',
} as const satisfies AuthenticatedRoute;

export const getCampaign = {
  operationId: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Read a campaign',
} as const satisfies AuthenticatedRoute;

export const listCampaignRecipients = {
  operationId: 'listCampaignRecipients',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/recipients',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List the recipients of a campaign with their outcomes',
} as const satisfies AuthenticatedRoute;

export const updateCampaign = {
  operationId: 'updateCampaign',
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Change a draft',
} as const satisfies AuthenticatedRoute;

export const deleteCampaign = {
  operationId: 'deleteCampaign',
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}',
  handler: 'functions/http/change-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:write',
  bucket: 'campaignWrite',
  summary: 'Delete a draft',
} as const satisfies AuthenticatedRoute;

export const previewCampaign = {
  operationId: 'previewCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/preview',
  handler: 'functions/http/preview-campaign.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Preview a campaign',
} as const satisfies AuthenticatedRoute;

export const testCampaign = {
  operationId: 'testCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/test',
  handler: 'functions/http/test-campaign.ts',
  authentication: 'basic',
  scope: 'campaigns:launch',
  // A user without the right to launch sends to the phones of the test list alone.
  userScope: 'campaigns:write',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Send a campaign to some phones',
} as const satisfies AuthenticatedRoute;

export const campaignAnswer = (
  description: string,
  example: DescribedExample = CAMPAIGN_EXAMPLES.draft,
): DescribedAnswer => ({
  description,
  schema: { Campaign: CAMPAIGN_ANSWER_SCHEMA },
  examples: { campaign: example },
});

export const CAMPAIGN_ROUTES = [
  {
    route: createCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `A draft, or with \`launch: true\` what launching makes of it, for which the key needs the scope
\`campaigns:launch\` too. Sender, characters, content and times are checked when it is launched.`,
      request: {
        name: 'campaign',
        schema: CAMPAIGN_SCHEMA,
        isRequired: true,
        examples: { campaign: CAMPAIGN_EXAMPLES.request, segment: CAMPAIGN_EXAMPLES.segmentRequest },
      },
      answers: {
        201: {
          ...campaignAnswer('The campaign.'),
          headers: ['Location', 'Idempotent-Replayed'],
        },
      },
      errors: [33003, 33004, 33009, 33016, 33019, 33031, 33104, 33110, 33117],
    }),
  },
  {
    route: listCampaigns,
    access: (): TableAccess[] => [CAMPAIGN_READ],
    documentation: (): RouteDocumentation => ({
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
    }),
  },
  {
    route: getCampaign,
    access: (): TableAccess[] => [CAMPAIGN_READ],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: 'One campaign, with how many of its recipients have ended how.',
      answers: { 200: campaignAnswer('The campaign.', CAMPAIGN_EXAMPLES.completed) },
      errors: [33110],
    }),
  },
  {
    route: listCampaignRecipients,
    access: (): TableAccess[] => [CAMPAIGN_RECIPIENTS],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `One entry for each recipient, those first who are due first, in pages. There is none before the campaign
has taken its audience. With several filters an entry matches all of them. What matches during the whole walk appears exactly once.`,
      query: [
        {
          name: 'status',
          description: 'Only recipients in this state.',
          schema: { type: 'string', enum: RECIPIENT_STATUSES },
        },
        {
          name: 'deliveryStatus',
          description: 'Only recipients of whose message the carrier reported this last.',
          schema: { type: 'string', enum: DELIVERY_STATUSES },
        },
        {
          name: 'reason',
          description: 'Only recipients with this `reason` or `errorType`.',
          schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' },
        },
        ...PAGE_QUERY,
      ],
      answers: {
        200: {
          description: 'A page.',
          schema: {
            CampaignRecipientPage: pageSchema('RecipientResult', 'Recipients of a campaign.'),
            RecipientResult: RECIPIENT_RESULT_SCHEMA,
          },
          examples: { page: CAMPAIGN_EXAMPLES.recipients },
        },
      },
      errors: [33100, 33110],
    }),
  },
  {
    route: updateCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
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
    }),
  },
  {
    route: deleteCampaign,
    access: (): TableAccess[] => [CAMPAIGN_CHANGE],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: 'Only a draft can be deleted.',
      answers: { 204: { description: 'It is deleted.' } },
      errors: [33110, 33111],
    }),
  },
  {
    route: previewCampaign,
    access: (): TableAccess[] => [
      {
        read: ['account', 'campaign', 'campaignRun', 'contact', 'job', 'pace', 'quota', 'segment'],
        query: ['account', 'campaignRun', 'job'],
        delete: ['rateWindow'],
        listContacts: true,
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `Who would get the campaign, when by which time zone, how long that takes at the rate of the sender number, what it
costs, and the text of some recipients. Sends and charges nothing. Counting ends after 20 s. An account has one preview at a time.`,
      answers: {
        200: {
          description: 'The preview.',
          schema: { CampaignPreview: CAMPAIGN_PREVIEW_SCHEMA },
          examples: { preview: CAMPAIGN_EXAMPLES.preview },
        },
      },
      errors: [33031, 33100, 33110, 33119],
    }),
  },
  {
    route: testCampaign,
    access: (): TableAccess[] => [...SINGLE_SEND, { read: ['campaign'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Campaigns',
      description: `Sends the text at once to up to 10 numbers, each by a single send: the recipient must be opted in, and it costs
what a single send does. A send that is refused has the \`code\` of its error in the result. A user of the console
who may not launch sends to phones of the test list alone; others are refused with \`code\` 33112.`,
      request: {
        name: 'campaign-test',
        schema: CAMPAIGN_TEST_SCHEMA,
        isRequired: true,
        examples: { test: CAMPAIGN_EXAMPLES.testRequest },
      },
      answers: {
        200: {
          description: 'What became of each.',
          schema: { CampaignTestOutcome: CAMPAIGN_TEST_ANSWER_SCHEMA },
          examples: { test: CAMPAIGN_EXAMPLES.test },
        },
      },
      errors: [33003, 33030, 33110],
    }),
  },
];
