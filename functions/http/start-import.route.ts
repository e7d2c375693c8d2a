import { START_IMPORT_SCHEMA } from '../../shared/audience/import/import.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { IMPORT_PATH, importAnswer } from './import-documentation';

export const route = {
  operationId: 'startImport',
  method: 'POST',
  path: '/api/v1/contacts/imports/{id}/start',
  handler: 'functions/http/start-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Start an import',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['import'],
    put: ['outbox', 'transfer'],
    update: ['import'],
    query: ['importRejects'],
    batchWrite: ['importRejects'],
  },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: `Starts an import whose file has been uploaded. Starting one that runs changes nothing. Follow it by reading it back.

A dry run that is completed is started for real with \`{"dryRun": false}\`: it imports the same file, without another upload, as long
as the file is there (seven days). Its counts begin anew.`,
  path: IMPORT_PATH,
  request: {
    name: 'start-import',
    schema: START_IMPORT_SCHEMA,
    isRequired: false,
    examples: { forReal: { summary: 'After a dry run', value: { dryRun: false } } },
  },
  answers: { 202: importAnswer('The import.') },
  errors: [33103, 33110, 33111],
});
