import type { FromSchema } from 'json-schema-to-ts';
import {
  MAX_CONSENT_BASIS_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_IMPORT_FILE_BYTES,
  MAX_MAPPED_COLUMNS,
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
