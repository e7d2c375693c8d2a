import { PREVIEW_SCHEMA } from '../../shared/audience/segments/segment.schema';
import { PREVIEW_ANSWER_SCHEMA } from '../../shared/audience/segments/segment-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from './examples';

export const route = {
  operationId: 'previewSegment',
  method: 'POST',
  path: '/api/v1/segments/preview',
  handler: 'functions/http/preview-segment.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'campaignWrite',
  isAudited: false,
  summary: 'Count an audience',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['account', 'campaign', 'campaignRun', 'contact', 'job', 'segment'],
    query: ['account', 'campaignRun'],
    delete: ['rateWindow'],
    listContacts: true,
  },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description:
    'Says how many contacts are in an audience or in that of a segment, how many of them can be sent to, and why the others cannot. Sends nothing. Counting ends after 20 s. An account has one preview at a time.',
  request: {
    name: 'segment-preview',
    schema: PREVIEW_SCHEMA,
    isRequired: true,
    examples: { preview: REQUEST_EXAMPLES.segmentPreview },
  },
  answers: {
    200: {
      description: 'The count.',
      schema: { SegmentPreview: PREVIEW_ANSWER_SCHEMA },
      examples: { preview: ANSWER_EXAMPLES.segmentPreview },
    },
  },
  errors: [33031, 33110, 33119],
});
