import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { IMPORT_PATH, importAnswer } from './import-documentation';

export const route = {
  operationId: 'cancelImport',
  method: 'POST',
  path: '/api/v1/contacts/imports/{id}/cancel',
  handler: 'functions/http/cancel-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'stop',
  summary: 'Cancel an import',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['import'],
    put: ['outbox'],
    update: ['import'],
    delete: ['transfer'],
    query: ['importRejects'],
    batchWrite: ['importRejects'],
  },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description:
    'No row is imported after the answer; what was imported stays. Cancelling twice changes nothing.',
  path: IMPORT_PATH,
  answers: { 200: importAnswer('The import.') },
  errors: [33110, 33111],
});
