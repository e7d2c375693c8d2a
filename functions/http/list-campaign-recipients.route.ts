import { pageSchema, PAGE_QUERY } from '../../shared/lists/page.schema';
import { RECIPIENT_RESULT_SCHEMA } from '../../shared/sending/jobs/read/recipients-answer.schema';
import { DELIVERY_STATUSES, RECIPIENT_STATUSES } from '../../shared/sending/jobs/read/recipients-query';
import { CAMPAIGN_RECIPIENTS } from '../table-access';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'listCampaignRecipients',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/recipients',
  handler: 'functions/http/read-campaigns.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'List the recipients of a campaign with their outcomes',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [CAMPAIGN_RECIPIENTS];

export const documentation = (): RouteDocumentation => ({
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
      examples: {
        page: {
          summary: 'One who waits, and one who was skipped',
          value: {
            results: [
              {
                to: '+12065550123',
                messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE0100',
                status: 'pending',
                dueAt: '2027-03-01T18:00:00.000Z',
              },
              {
                to: '+12065550124',
                messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE0101',
                status: 'skipped',
                reason: 'frequency_cap',
              },
            ],
          },
        },
      },
    },
  },
  errors: [33100, 33110],
});
