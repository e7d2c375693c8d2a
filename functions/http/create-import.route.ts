import { CREATED_IMPORT_SCHEMA } from '../../shared/audience/import/import-answer.schema';
import { IMPORT_SCHEMA } from '../../shared/audience/import/import.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { IMPORT_EXAMPLES } from './import-documentation';

export const route = {
  operationId: 'createImport',
  method: 'POST',
  path: '/api/v1/contacts/imports',
  handler: 'functions/http/create-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Prepare an import of contacts',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'], query: ['account'], put: ['import'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: `The answer has a URL: \`PUT\` the file there, plain or packed with gzip, then start the import. A file can be imported
again; what is so already is not changed.

Columns are recognised as people write them (\`Phone\`, \`First Name\`, \`Zip\`), and so are the delimiters comma, semicolon, tab and
\`|\`, UTF-8 and UTF-16, dates as \`YYYY-MM-DD\` and with slashes, and phone numbers without the code of the account's country. Of
several rows with one phone number the last one counts. A column \`optedOut\` or \`unsubscribed\` records hard opt-outs; no
import lifts one. With \`group\` a column \`tags\` sets the tags of the membership: names or ids, separated by \`;\`.

With \`bytes\` and \`contentType\` the URL takes exactly such a file: send the same \`Content-Length\` and \`Content-Type\`. A file has at
most 120,000,000 rows, empty ones included, and a gzip file unpacks to at most 100 times its size, 4 GB in all.`,
  request: {
    name: 'create-import',
    schema: IMPORT_SCHEMA,
    isRequired: true,
    examples: { plainRequest: IMPORT_EXAMPLES.plainRequest, request: IMPORT_EXAMPLES.request },
  },
  answers: {
    201: {
      description: 'The import, and where its file goes.',
      schema: { CreatedImport: CREATED_IMPORT_SCHEMA },
      examples: { created: IMPORT_EXAMPLES.created },
      headers: ['Location'],
    },
  },
  errors: [33009, 33031, 33034, 33038],
});
