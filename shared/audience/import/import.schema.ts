import type { FromSchema } from 'json-schema-to-ts';
import {
  IDEMPOTENCY_KEY_PATTERN,
  MAX_CONSENT_BASIS_CHARACTERS,
  MAX_CORRECTED_ROWS,
  MAX_FILE_NAME_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_ROWS,
  MAX_MAPPED_COLUMNS,
  MIN_IDEMPOTENCY_KEY_CHARACTERS,
} from '../../limits';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import { DATE_FORMATS } from './date-format';
import { ON_EXISTING } from './import-scope';
import { IMPORT_FORMATS } from './source-row';

/** **Source:** rules E5. */
export const IMPORT_SCHEMA = {
  type: 'object',
  required: ['format'],
  additionalProperties: false,
  properties: {
    format: {
      enum: IMPORT_FORMATS,
      description:
        '`csv`: a header, then a row for each contact. `jsonl`: a JSON object for each contact, one a line. `pinpoint`: endpoint exports of Amazon Pinpoint, JSON lines or CSV.',
    },
    mapping: {
      type: 'object',
      maxProperties: MAX_MAPPED_COLUMNS,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
      description:
        'Columns or keys of the file, with the field that each of them fills: `phoneNumber`, `firstName`, `address.city`, `customFields.<label>`, `optedOut`, with `group` also `tags`, and so on. It decides before the names that the import recognises.',
    },
    group: {
      type: 'string',
      documented: { maxLength: MAX_ID_CHARACTERS },
      description: 'Id of a group that the contacts join. Without it an import changes no membership.',
    },
    optInMode: {
      enum: OPT_IN_MODES,
      description:
        'How they join it, as with the membership route. `SILENT` unless given, where the account allows it; otherwise required.',
    },
    consentBasis: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: MAX_CONSENT_BASIS_CHARACTERS,
      description:
        'A sentence that says on what the consent rests; required with `group`, and kept in the consent log of each contact.',
    },
    onExisting: {
      enum: ON_EXISTING,
      description:
        '`update` (unless given) changes contacts that there are; `skip` leaves them as they are, but for an opt-out.',
    },
    dateFormat: {
      enum: DATE_FORMATS,
      description:
        'How days with slashes are meant: `mdy` is MM/DD/YYYY, `dmy` DD/MM/YYYY. Unless given, all of them are DD/MM/YYYY when one of them has a number above 12 in first place, else MM/DD/YYYY.',
    },
    dryRun: {
      type: 'boolean',
      description:
        'Reads and counts everything, and changes nothing. The import can be started for real afterwards, without another upload.',
    },
    bytes: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_IMPORT_FILE_BYTES,
      description:
        'Size of the file as it is uploaded. When given, `upload.url` takes a file of exactly this size (`Content-Length`).',
    },
    contentType: {
      type: 'string',
      format: 'media-type',
      maxLength: 200,
      description:
        'Media type of the upload, such as `text/csv`. When given, `upload.url` takes exactly this `Content-Type`.',
    },
    fileName: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: MAX_FILE_NAME_CHARACTERS,
      description: 'Name of the file, which the console shows with the import.',
    },
    corrects: {
      type: 'object',
      description:
        'For a file with rejected rows of an earlier import, corrected. The columns, the group, the basis of the consent and all other settings are those of the earlier import: give only `format` besides, which is the same, and what is said about the file.',
      required: ['id', 'rows', 'key'],
      additionalProperties: false,
      properties: {
        id: {
          type: 'string',
          documented: { maxLength: MAX_ID_CHARACTERS },
          description: 'Id of the earlier import, which is completed.',
        },
        rows: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_CORRECTED_ROWS,
          uniqueItems: true,
          items: { type: 'integer', minimum: 1, maximum: MAX_IMPORT_ROWS },
          description: 'Numbers that these rows have in the earlier file, as `rejectedSample` shows them.',
        },
        key: {
          type: 'string',
          minLength: MIN_IDEMPOTENCY_KEY_CHARACTERS,
          maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
          pattern: IDEMPOTENCY_KEY_PATTERN,
          description:
            'A repeat with the same key makes no second import: it gets the first one with another URL, and 409/33111 once that one was started.',
        },
      },
    },
  },
} as const;
export type ImportBody = FromSchema<typeof IMPORT_SCHEMA>;

/** **Source:** rules E5. */
export const START_IMPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    dryRun: {
      type: 'boolean',
      description:
        'Whether nothing is changed; as the import was made unless given. `false` starts a dry run for real.',
    },
  },
} as const;
export type StartImportBody = FromSchema<typeof START_IMPORT_SCHEMA>;
