import { SEGMENT_PATCH_SCHEMA } from '../../shared/audience/segments/segment.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { REQUEST_EXAMPLES, segmentAnswer } from './examples';

export const route = {
  operationId: 'updateSegment',
  method: 'PATCH',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Change a segment',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['account', 'segment', 'campaign'], query: ['account'], put: ['segment'] },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description:
    'A JSON Merge Patch (RFC 7396): absent is unchanged, a value sets. In `audience`, `null` takes a part out; `filter` and the lists are replaced as a whole.',
  request: {
    name: 'segment-patch',
    schema: SEGMENT_PATCH_SCHEMA,
    isRequired: false,
    examples: { patch: REQUEST_EXAMPLES.segmentPatch },
  },
  answers: { 200: segmentAnswer('The segment after the change.') },
  errors: [33031, 33110],
});
