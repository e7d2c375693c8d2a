import {
  CONTACT_IMPORT_SCHEMA,
  CREATED_IMPORT_SCHEMA,
  IMPORT_PAGE_SCHEMA,
} from '../../shared/audience/import/import-answer.schema';
import { IMPORT_SCHEMA, START_IMPORT_SCHEMA } from '../../shared/audience/import/import.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const createImport = {
  operationId: 'createImport',
  method: 'POST',
  path: '/api/v1/contacts/imports',
  handler: 'functions/http/create-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Prepare an import of contacts',
} as const satisfies AuthenticatedRoute;

export const listImports = {
  operationId: 'listImports',
  method: 'GET',
  path: '/api/v1/contacts/imports',
  handler: 'functions/http/list-imports.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'List imports',
} as const satisfies AuthenticatedRoute;

export const getImport = {
  operationId: 'getImport',
  method: 'GET',
  path: '/api/v1/contacts/imports/{id}',
  handler: 'functions/http/get-import.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an import',
} as const satisfies AuthenticatedRoute;

export const startImport = {
  operationId: 'startImport',
  method: 'POST',
  path: '/api/v1/contacts/imports/{id}/start',
  handler: 'functions/http/start-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'campaignWrite',
  summary: 'Start an import',
} as const satisfies AuthenticatedRoute;

export const cancelImport = {
  operationId: 'cancelImport',
  method: 'POST',
  path: '/api/v1/contacts/imports/{id}/cancel',
  handler: 'functions/http/cancel-import.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'stop',
  summary: 'Cancel an import',
} as const satisfies AuthenticatedRoute;

const EXAMPLES = {
  request: {
    summary: 'A CSV file whose contacts join a group',
    value: {
      format: 'csv',
      mapping: { 'Loyalty no.': 'customFields.Member' },
      group: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN',
      optInMode: 'DIRECT',
      consentBasis: 'Signed the card at the till, spring 2026.',
    },
  },
  plainRequest: { summary: 'A CSV file', value: { format: 'csv' } },
  created: {
    summary: 'Ready for the file',
    value: {
      id: 'imp_01KJMNEX00B7C9TX2V5QK8RZJD',
      status: 'awaitingUpload',
      upload: {
        url: 'https://bucket.s3.us-east-1.amazonaws.com/imports/acc_1/imp_1/source?X-Amz-Signature=0f1e',
        method: 'PUT',
        expiresAt: '2026-03-01T13:00:00.000Z',
      },
    },
  },
  completed: {
    summary: 'A file of 3,000 rows',
    value: {
      id: 'imp_01KJMNEX00B7C9TX2V5QK8RZJD',
      status: 'completed',
      format: 'csv',
      onExisting: 'update',
      dryRun: false,
      rows: 3000,
      created: 2890,
      updated: 40,
      unchanged: 31,
      skipped: 27,
      rejected: 12,
      duplicates: 27,
      optedOut: 3,
      warnings: [
        '12 dates can be month/day or day/month, and were read as month/day. Where that is wrong, say dateFormat "dmy".',
      ],
      ignoredColumns: ['Shoe size'],
      rejectedFile:
        'https://bucket.s3.us-east-1.amazonaws.com/imports/acc_1/imp_1/rejected?X-Amz-Signature=0f1e',
      createdAt: '2026-03-01T12:00:00.000Z',
      startedAt: '2026-03-01T12:01:00.000Z',
      completedAt: '2026-03-01T12:01:03.000Z',
    },
  },
} as const;

/** Answered for one import; the list of imports leaves it out. */
const REJECTED_SAMPLE = [
  {
    row: 17,
    column: 'Size',
    value: 'XXL',
    reason: 'unknown_option: must be one of the options of the field, not "XXL"',
  },
];

const importAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { ContactImport: CONTACT_IMPORT_SCHEMA },
  examples: {
    completed: {
      summary: EXAMPLES.completed.summary,
      value: { ...EXAMPLES.completed.value, rejectedSample: REJECTED_SAMPLE },
    },
  },
});

const PATH = { id: { description: 'Id of the import.', schema: 'ImportId' } } as const;

export const IMPORT_ROUTES = [
  {
    route: createImport,
    access: (): TableAccess[] => [
      { read: ['account', 'import'], query: ['account'], put: ['import'], update: ['import'] },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description: `The answer has a URL: \`PUT\` the file there, plain or packed with gzip, then start the import. A file can be imported
again; what is so already is not changed.

Columns are recognised as people write them (\`Phone\`, \`First Name\`, \`Zip\`), and so are the delimiters comma, semicolon, tab and
\`|\`, UTF-8 and UTF-16, dates as \`YYYY-MM-DD\` and with slashes, and phone numbers without the code of the account's country. Of
several rows with one phone number the last one counts. A column \`optedOut\` or \`unsubscribed\` records hard opt-outs; no
import lifts one. With \`group\` a column \`tags\` sets the tags of the membership: names or ids, separated by \`;\`.

With \`bytes\` and \`contentType\` the URL takes exactly such a file: send the same \`Content-Length\` and \`Content-Type\`. A file has at
most 120,000,000 rows, empty ones included, and a gzip file unpacks to at most 100 times its size, 4 GB in all.

With \`corrects\` the file has rejected rows of a completed import, corrected: it is imported with the settings of that import, and a dry
run stays one. The console makes such imports.`,
      request: {
        name: 'create-import',
        schema: IMPORT_SCHEMA,
        isRequired: true,
        examples: {
          plainRequest: EXAMPLES.plainRequest,
          request: EXAMPLES.request,
        },
      },
      answers: {
        201: {
          description: 'The import, and where its file goes.',
          schema: { CreatedImport: CREATED_IMPORT_SCHEMA },
          examples: { created: EXAMPLES.created },
          headers: ['Location'],
        },
      },
      errors: [33009, 33031, 33034, 33038, 33110, 33111],
    }),
  },
  {
    route: listImports,
    access: (): TableAccess[] => [{ query: ['import'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description: 'The imports of the account, newest first.',
      query: PAGE_QUERY,
      answers: {
        200: {
          description: 'A page.',
          schema: { ImportPage: IMPORT_PAGE_SCHEMA, ContactImport: CONTACT_IMPORT_SCHEMA },
          examples: {
            page: { summary: 'The only import', value: { results: [EXAMPLES.completed.value] } },
          },
        },
      },
      errors: [33100],
    }),
  },
  {
    route: getImport,
    access: (): TableAccess[] => [{ read: ['import'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description: 'How far the import is, and what became of its rows.',
      path: PATH,
      answers: { 200: importAnswer('The import.') },
      errors: [33110],
    }),
  },
  {
    route: startImport,
    access: (): TableAccess[] => [
      {
        read: ['import'],
        put: ['outbox', 'transfer'],
        update: ['import'],
        query: ['importRejects'],
        batchWrite: ['importRejects'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description: `Starts an import whose file has been uploaded. Starting one that runs changes nothing. Follow it by reading it back.

A dry run that is completed is started for real with \`{"dryRun": false}\`: it imports the same file, without another upload, as long
as the file is there (seven days). Its counts begin anew.`,
      path: PATH,
      request: {
        name: 'start-import',
        schema: START_IMPORT_SCHEMA,
        isRequired: false,
        examples: { forReal: { summary: 'After a dry run', value: { dryRun: false } } },
      },
      answers: { 202: importAnswer('The import.') },
      errors: [33103, 33110, 33111],
    }),
  },
  {
    route: cancelImport,
    access: (): TableAccess[] => [
      {
        read: ['import'],
        put: ['outbox'],
        update: ['import'],
        delete: ['transfer'],
        query: ['importRejects'],
        batchWrite: ['importRejects'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description:
        'No row is imported after the answer; what was imported stays. Cancelling twice changes nothing.',
      path: PATH,
      answers: { 200: importAnswer('The import.') },
      errors: [33110, 33111],
    }),
  },
];
