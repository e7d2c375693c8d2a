import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { segmentAnswer } from './examples';

export const route = {
  operationId: 'getSegment',
  method: 'GET',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/read-segments.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read a segment',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account', 'segment'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description: 'One segment, with the labels that its custom fields have now.',
  answers: { 200: segmentAnswer('The segment.') },
  errors: [33110],
});
