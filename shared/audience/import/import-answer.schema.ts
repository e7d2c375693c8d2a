import {
  MAX_CELL_TOLD_CHARACTERS,
  MAX_COLUMN_CHARACTERS,
  MAX_FILE_URL_CHARACTERS,
  MAX_IGNORED_COLUMNS,
  MAX_ITEM_CHARACTERS,
  MAX_PAGE_LIMIT,
  MAX_REJECTED_SAMPLE,
  MAX_SENTENCE_CHARACTERS,
  MAX_WARNINGS,
} from '../../limits';
import { CURSOR_SCHEMA } from '../../lists/page.schema';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import { DATE_FORMATS } from './date-format';
import { IMPORT_STATUSES } from './import-item';
import { ON_EXISTING } from './import-scope';
import { IMPORT_FORMATS } from './source-row';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;
const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const ID = {
  type: 'string',
  pattern: '^imp_[0-9A-HJKMNP-TV-Z]{26}$',
  examples: ['imp_01KJMNEX00B7C9TX2V5QK8RZJD'],
} as const;

/** **Source:** rules E5. */
export const CREATED_IMPORT_SCHEMA = {
  type: 'object',
  required: ['id', 'status', 'upload'],
  additionalProperties: false,
  properties: {
    id: ID,
    status: { const: 'awaitingUpload' },
    upload: {
      type: 'object',
      description: 'Where the file goes: plain or gzip, up to 1 GB, as the body of one request.',
      required: ['url', 'method', 'expiresAt'],
      additionalProperties: false,
      properties: {
        url: {
          type: 'string',
          format: 'uri',
          maxLength: MAX_FILE_URL_CHARACTERS,
          description: 'Its holder can upload: keep it secret.',
        },
        method: { const: 'PUT' },
        expiresAt: TIMESTAMP,
      },
    },
  },
} as const;

/** **Source:** rules E5. */
export const CONTACT_IMPORT_SCHEMA = {
  type: 'object',
  description: 'An import, with how far it is.',
  required: [
    'id',
    'status',
    'format',
    'onExisting',
    'dryRun',
    'rows',
    'created',
    'updated',
    'unchanged',
    'skipped',
    'rejected',
    'duplicates',
    'optedOut',
    'warnings',
    'ignoredColumns',
    'createdAt',
  ],
  additionalProperties: false,
  properties: {
    id: ID,
    status: { type: 'string', enum: IMPORT_STATUSES },
    format: { type: 'string', enum: IMPORT_FORMATS },
    group: { $ref: '#/components/schemas/GroupId' },
    optInMode: { type: 'string', enum: OPT_IN_MODES },
    onExisting: { type: 'string', enum: ON_EXISTING },
    dryRun: { type: 'boolean' },
    dateFormat: {
      type: 'string',
      enum: DATE_FORMATS,
      description:
        'How days with slashes are read: as was asked for, else as the file shows once it was read.',
    },
    rows: count('Rows that are done; the five counts below add up to it.'),
    created: count('Contacts that there were not.'),
    updated: count('Contacts that changed.'),
    unchanged: count('Contacts that are as the row says.'),
    skipped: count(
      'Rows that were passed over: contacts that there were (`onExisting: "skip"`), endpoints that are no contact, duplicates.',
    ),
    rejected: count('Rows that cannot be imported.'),
    duplicates: count(
      'Of the skipped rows those whose phone number another row of the file has: the last one counts.',
    ),
    optedOut: count(
      'Phone numbers that the file opts out, each once, whatever became of their rows: by the column `optedOut`, or by `OptOut=ALL` of an endpoint, also of an inactive one.',
    ),
    warnings: {
      type: 'array',
      maxItems: MAX_WARNINGS,
      items: { type: 'string', minLength: 1, maxLength: MAX_SENTENCE_CHARACTERS },
      description:
        'Sentences on what no row is rejected for: dates that can be two days, unknown time zones, columns of one name, lists in cells.',
    },
    ignoredColumns: {
      type: 'array',
      maxItems: MAX_IGNORED_COLUMNS,
      items: { type: 'string', maxLength: MAX_COLUMN_CHARACTERS },
      description: 'Columns or keys that the import does not know, or has another column for.',
    },
    rejectedFile: {
      type: 'string',
      format: 'uri',
      maxLength: MAX_FILE_URL_CHARACTERS,
      description:
        'The rejected rows, each with its number and all reasons; for an hour from this answer, and up to seven days after the import.',
    },
    rejectedSample: {
      type: 'array',
      maxItems: MAX_REJECTED_SAMPLE,
      description:
        'The first rejected rows of the file, without a download; not in the list of imports. Empty again once one of the people in the rejected rows was erased.',
      items: {
        type: 'object',
        required: ['row', 'reason'],
        additionalProperties: false,
        properties: {
          row: {
            type: 'integer',
            minimum: 1,
            description: 'As a spreadsheet shows it: the header is row 1. Of JSON lines the line.',
          },
          column: {
            type: 'string',
            maxLength: MAX_CELL_TOLD_CHARACTERS,
            description: 'Absent where the row as a whole is wrong. Of several that are wrong the first.',
          },
          value: {
            type: 'string',
            maxLength: MAX_CELL_TOLD_CHARACTERS,
            description: 'The beginning of what stands there; absent where nothing does.',
          },
          reason: {
            type: 'string',
            minLength: 1,
            maxLength: MAX_ITEM_CHARACTERS,
            description: 'All that is wrong with the row.',
          },
        },
      },
    },
    errorMessage: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_ITEM_CHARACTERS,
      description: 'Why the import failed.',
    },
    createdAt: TIMESTAMP,
    startedAt: TIMESTAMP,
    completedAt: { ...TIMESTAMP, description: 'When it ended, however it did.' },
  },
} as const;

/** **Source:** rules E1, E5. */
export const IMPORT_PAGE_SCHEMA = {
  type: 'object',
  required: ['results'],
  additionalProperties: false,
  properties: {
    results: {
      type: 'array',
      maxItems: MAX_PAGE_LIMIT,
      items: { $ref: '#/components/schemas/ContactImport' },
    },
    nextCursor: { ...CURSOR_SCHEMA, description: 'For the next page; absent at the end.' },
  },
} as const;
