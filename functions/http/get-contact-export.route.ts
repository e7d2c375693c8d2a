import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { describeReadExport } from './export-documentation';

export const route = {
  operationId: 'getContactExport',
  method: 'GET',
  path: '/api/v1/contacts/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an export of contacts',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['export'] }];

export const documentation = (): RouteDocumentation => describeReadExport();
