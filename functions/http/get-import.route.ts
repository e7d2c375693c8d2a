import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { IMPORT_PATH, importAnswer } from './import-documentation';

export const route = {
  operationId: 'getImport',
  method: 'GET',
  path: '/api/v1/contacts/imports/{id}',
  handler: 'functions/http/get-import.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an import',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['import'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'How far the import is, and what became of its rows.',
  path: IMPORT_PATH,
  answers: { 200: importAnswer('The import.') },
  errors: [33110],
});
