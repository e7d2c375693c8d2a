import { MAX_FILE_URL_CHARACTERS } from '../limits';
import { neverBoth } from '../platform/validation/never-both';
import { AUDIENCE_SCHEMA, SEGMENT_ID_SCHEMA } from '../audience/segments/audience.schema';
import { DEFAULT_EXPORT_FORMAT, EXPORT_FORMATS } from './export-item';

const FORMAT = {
  enum: EXPORT_FORMATS,
  description: '`csv` with a header, or `jsonl`: an object a line.',
} as const;

/** **Source:** rules E5. */
export const CONTACT_EXPORT_SCHEMA = {
  type: 'object',
  required: ['format'],
  additionalProperties: false,
  properties: {
    format: FORMAT,
    audience: {
      ...AUDIENCE_SCHEMA,
      description: 'Whom to export: an audience, or a segment by its id; absent: all contacts.',
      properties: {
        ...AUDIENCE_SCHEMA.properties,
        segmentId: { ...SEGMENT_ID_SCHEMA, description: 'A segment of the account, instead of the rest.' },
      },
      documented: neverBoth(
        ...Object.keys(AUDIENCE_SCHEMA.properties).map((name) => ['segmentId', name] as const),
      ),
    },
  },
} as const;

/** **Source:** rules E5. */
export const RECIPIENT_EXPORT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: { ...FORMAT, description: `${FORMAT.description} Absent: \`${DEFAULT_EXPORT_FORMAT}\`.` },
  },
} as const;

/** **Source:** rules E5. */
export const EXPORT_ANSWER_SCHEMA = {
  type: 'object',
  required: ['id', 'status', 'rows'],
  additionalProperties: false,
  properties: {
    id: {
      type: 'string',
      pattern: '^exp_[0-9A-HJKMNP-TV-Z]{26}$',
      examples: ['exp_01KJMNEX00K5V3T8W1R6QZ2YBN'],
    },
    status: { type: 'string', enum: ['running', 'completed', 'failed'] },
    rows: { type: 'integer', minimum: 0 },
    url: {
      type: 'string',
      format: 'uri',
      maxLength: MAX_FILE_URL_CHARACTERS,
      description: 'The file; without credentials, so keep it secret.',
    },
    expiresAt: { $ref: '#/components/schemas/Timestamp' },
  },
} as const;
