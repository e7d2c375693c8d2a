import { CONTACT_IMPORT_SCHEMA, IMPORT_PAGE_SCHEMA } from '../../shared/audience/import/import-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { IMPORT_EXAMPLES } from './import-documentation';

export const route = {
  operationId: 'listImports',
  method: 'GET',
  path: '/api/v1/contacts/imports',
  handler: 'functions/http/list-imports.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'List imports',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ query: ['import'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'The imports of the account, newest first.',
  query: PAGE_QUERY,
  answers: {
    200: {
      description: 'A page.',
      schema: { ImportPage: IMPORT_PAGE_SCHEMA, ContactImport: CONTACT_IMPORT_SCHEMA },
      examples: {
        page: { summary: 'The only import', value: { results: [IMPORT_EXAMPLES.completed.value] } },
      },
    },
  },
  errors: [33100],
});
