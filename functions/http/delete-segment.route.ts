import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const route = {
  operationId: 'deleteSegment',
  method: 'DELETE',
  path: '/api/v1/segments/{id}',
  handler: 'functions/http/change-segments.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Delete a segment',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['account', 'segment'], query: ['campaign'], delete: ['segment'] },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Segments',
  description:
    'Refused while a draft of a campaign uses it; a campaign that was launched has a copy. The contacts stay as they are.',
  answers: { 204: { description: 'It is deleted.' } },
  errors: [33110, 33111],
});
