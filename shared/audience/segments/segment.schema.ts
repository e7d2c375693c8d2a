import type { FromSchema } from 'json-schema-to-ts';
import { MAX_SEGMENT_NAME_CHARACTERS } from '../../limits';
import { AUDIENCE_PATCH_SCHEMA, AUDIENCE_SCHEMA, SEGMENT_ID_SCHEMA } from './audience.schema';

const NAME = {
  type: 'string',
  format: 'text',
  minLength: 1,
  maxLength: MAX_SEGMENT_NAME_CHARACTERS,
} as const;

/** **Source:** rules E3. */
export const SEGMENT_SCHEMA = {
  type: 'object',
  properties: { name: NAME, audience: AUDIENCE_SCHEMA },
  required: ['name', 'audience'],
  additionalProperties: false,
} as const;
export type SegmentBody = FromSchema<typeof SEGMENT_SCHEMA>;

/** **Source:** rules E3; RFC 7396. */
export const SEGMENT_PATCH_SCHEMA = {
  type: 'object',
  properties: { name: NAME, audience: AUDIENCE_PATCH_SCHEMA },
  additionalProperties: false,
} as const;
export type SegmentPatch = FromSchema<typeof SEGMENT_PATCH_SCHEMA>;

/** **Source:** rules E3. */
export const PREVIEW_SCHEMA = {
  type: 'object',
  description: 'Either an audience or the id of a segment.',
  properties: {
    audience: AUDIENCE_SCHEMA,
    segmentId: { ...SEGMENT_ID_SCHEMA, description: 'A segment of the account.' },
  },
  additionalProperties: false,
  documented: { minProperties: 1, maxProperties: 1 },
} as const;
export type PreviewBody = FromSchema<typeof PREVIEW_SCHEMA>;
