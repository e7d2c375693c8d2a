import { SEGMENT_SCHEMA } from '../../shared/audience/segments/segment.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { REQUEST_EXAMPLES, segmentAnswer } from './examples';

export const route = {
  operationId: 'createSegment',
  method: 'POST',
  path: '/api/v1/segments',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Create a segment',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['account', 'campaign'], query: ['account'], put: ['segment'] },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description: 'Stores an audience under a name. Custom fields are followed when their labels change.',
  request: {
    name: 'segment',
    schema: SEGMENT_SCHEMA,
    isRequired: true,
    examples: { segment: REQUEST_EXAMPLES.segment },
  },
  answers: { 201: segmentAnswer('The segment.') },
  errors: [33031, 33110],
});
