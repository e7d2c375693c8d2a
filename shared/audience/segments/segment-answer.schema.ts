import { MAX_PREVIEW_SAMPLE, MAX_SEGMENT_NAME_CHARACTERS } from '../../limits';
import { CURSOR_SCHEMA, pageSchema } from '../../lists/page.schema';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

/** **Source:** rules E11. */
export const SET_ASIDE_COUNT = {
  ...COUNT,
  description: 'Opted in, and the number is set aside; absent when there is nobody.',
} as const;

/** **Source:** rules E3. */
export const AUDIENCE_ESTIMATE = {
  type: 'object',
  description:
    'Of an incomplete count, once enough was looked at: the whole audience by the part of the contact book that was counted.',
  properties: {
    matched: COUNT,
    sendable: COUNT,
    error: { ...COUNT, description: 'The true `matched` is within this, in 95 of 100 counts.' },
  },
  required: ['matched', 'sendable', 'error'],
  additionalProperties: false,
} as const;

/** **Source:** rules E11.1. */
export const LOOK_UPS_TO_COME = {
  type: 'object',
  description:
    'Numbers that are looked up before their texts; absent when there are none, and for accounts without look-ups. The account pays no further credits.',
  properties: {
    count: { type: 'integer', minimum: 1 },
    price: {
      type: 'number',
      minimum: 0,
      description: 'What AWS charges the operator of the service, in US dollars.',
    },
  },
  required: ['count', 'price'],
  additionalProperties: false,
} as const;

/** **Source:** rules E3. */
export const SEGMENT_ANSWER_SCHEMA = {
  type: 'object',
  description: 'A stored audience. Who is in it is decided anew each time.',
  properties: {
    id: { $ref: '#/components/schemas/SegmentId' },
    name: { type: 'string', maxLength: MAX_SEGMENT_NAME_CHARACTERS },
    audience: { $ref: '#/components/schemas/Audience' },
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  },
  required: ['id', 'name', 'audience', 'createdAt', 'updatedAt'],
  additionalProperties: false,
} as const;

/** **Source:** rules E3. */
export const SEGMENT_PAGE_SCHEMA = pageSchema('Segment', 'A page of segments, newest first.');

/** **Source:** rules E3. */
export const PREVIEW_ANSWER_SCHEMA = {
  type: 'object',
  description: 'Who is in an audience at this moment.',
  properties: {
    matched: { ...COUNT, description: 'Contacts in the audience.' },
    sendable: { ...COUNT, description: 'Those of them who may be sent to.' },
    blocked: {
      type: 'object',
      description: 'Why the others may not.',
      properties: { notOptedIn: COUNT, hardOptedOut: COUNT, setAside: SET_ASIDE_COUNT },
      required: ['notOptedIn', 'hardOptedOut'],
      additionalProperties: false,
    },
    lookups: LOOK_UPS_TO_COME,
    isComplete: {
      type: 'boolean',
      description: 'False when counting ran out of time (20 s): the figures are of what was looked at.',
    },
    estimate: AUDIENCE_ESTIMATE,
    nextCursor: {
      ...CURSOR_SCHEMA,
      description:
        'Of an incomplete count: with it, the same request goes on counting; what was counted is in its figures.',
    },
    sample: {
      type: 'array',
      maxItems: MAX_PREVIEW_SAMPLE,
      items: { $ref: '#/components/schemas/Contact' },
      description:
        'The newest of those matched, by a request with `cursor` of those that it has matched itself.',
    },
  },
  required: ['matched', 'sendable', 'blocked', 'isComplete', 'sample'],
  additionalProperties: false,
} as const;
