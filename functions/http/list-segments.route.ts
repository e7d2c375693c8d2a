import { SEGMENT_PAGE_SCHEMA } from '../../shared/audience/segments/segment-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'listSegments',
  method: 'GET',
  path: '/api/v1/segments',
  handler: 'functions/http/read-segments.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'List segments, newest first',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'], query: ['segment'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description: 'Newest first, in pages.',
  query: PAGE_QUERY,
  answers: {
    200: {
      description: 'A page.',
      schema: { SegmentPage: SEGMENT_PAGE_SCHEMA },
      examples: {
        page: { summary: 'One segment in all', value: { results: [ANSWER_EXAMPLES.segment.value] } },
      },
    },
  },
  errors: [33100],
});
