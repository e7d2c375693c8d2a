import { CONTACT_IMPORT_SCHEMA } from '../../shared/audience/import/import-answer.schema';
import { IMPORT_STATUSES } from '../../shared/audience/import/import-item';
import { PAGE_QUERY } from '../../shared/lists/page.schema';
import { PERSON } from './campaigns.routes';
import { declare } from './declare';
import { COUNT, FLAG, listOf, oneOf, record, resultsOf, TEXT } from './schemas';

const { rejectedFile: _url, rejectedSample, ...COMMON } = CONTACT_IMPORT_SCHEMA.properties;

/** Import as the list shows it: without the URL of a file, with who made it and from which file. */
const LISTED = {
  ...record(COMMON, {
    totalRows: { ...COUNT, description: 'Rows of the whole file, once it was read.' },
    secondsLeft: { ...COUNT, description: 'Time that the rows left take at the pace so far.' },
    fileName: TEXT,
    fileBytes: COUNT,
    createdBy: PERSON,
    startedBy: PERSON,
    corrects: record({ id: TEXT, rowCount: COUNT }, { fileName: TEXT }),
  }),
  required: CONTACT_IMPORT_SCHEMA.required,
};

const IMPORT = {
  ...LISTED,
  required: [...LISTED.required, 'rejectedSample', 'hasRejectedFile', 'corrections'],
  properties: {
    ...LISTED.properties,
    rejectedSample,
    hasRejectedFile: FLAG,
    corrections: {
      ...listOf(
        record(
          { id: TEXT, key: TEXT, rows: listOf(COUNT) },
          { status: oneOf(IMPORT_STATUSES), dryRun: FLAG },
        ),
      ),
      description: 'Imports of corrected rows of this one; without `status` where one is over.',
    },
  },
};

const EXAMPLE = {
  id: 'imp_01KJMNEX00B7C9TX2V5QK8RZJD',
  status: 'running',
  format: 'csv',
  onExisting: 'update',
  dryRun: false,
  rows: 1200,
  created: 1190,
  updated: 4,
  unchanged: 0,
  skipped: 2,
  rejected: 4,
  duplicates: 2,
  optedOut: 0,
  warnings: [],
  ignoredColumns: [],
  createdAt: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T12:01:00.000Z',
  totalRows: 3000,
  secondsLeft: 3,
  fileName: 'contacts.csv',
  fileBytes: 181_400,
  createdBy: { kind: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Ada' },
  startedBy: { kind: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Ada' },
};

export const listImportsWithPeople = declare({
  operationId: 'listImportsWithPeople',
  method: 'GET',
  path: 'imports',
  scope: 'contacts:read',
  summary: 'List imports with who made them and their files, newest first',
  access: { query: ['import'] },
  query: PAGE_QUERY,
  answer: {
    name: 'ConsoleImportPage',
    schema: resultsOf(LISTED),
    example: { results: [EXAMPLE] },
  },
  errors: [33100],
});

export const getImportWithPeople = declare({
  operationId: 'getImportWithPeople',
  method: 'GET',
  path: 'imports/{id}',
  scope: 'contacts:read',
  summary: 'Read an import with who made it, its file, and the imports of its corrected rows',
  access: { read: ['import'] },
  answer: {
    name: 'ConsoleImport',
    schema: IMPORT,
    example: { ...EXAMPLE, rejectedSample: [], hasRejectedFile: false, corrections: [] },
  },
  errors: [33110],
});

export const IMPORT_ROUTES = [listImportsWithPeople, getImportWithPeople];
