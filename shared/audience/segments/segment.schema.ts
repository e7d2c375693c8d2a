import { MAX_SEGMENT_NAME_CHARACTERS } from '../../limits';
import { AUDIENCE_PATCH_SCHEMA, AUDIENCE_SCHEMA, SEGMENT_ID_SCHEMA } from './audience.schema';
import type { Audience, AudiencePatch } from './audience';

export interface SegmentBody {
  name: string;
  audience: Audience;
}

export interface SegmentPatch {
  name?: string;
  audience?: AudiencePatch;
}

export interface PreviewBody {
  audience?: Audience;
  segmentId?: string;
}

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

/** **Source:** rules E3; RFC 7396. */
export const SEGMENT_PATCH_SCHEMA = {
  type: 'object',
  properties: { name: NAME, audience: AUDIENCE_PATCH_SCHEMA },
  additionalProperties: false,
} as const;

/** **Source:** rules E3. */
export const PREVIEW_SCHEMA = {
  type: 'object',
  description: 'Either an audience or the id of a segment.',
  properties: {
    audience: AUDIENCE_SCHEMA,
    segmentId: { ...SEGMENT_ID_SCHEMA, description: 'A segment of the account.' },
  },
  additionalProperties: false,
} as const;
