import type { FromSchema } from 'json-schema-to-ts';
import {
  AUDIENCE_PATCH_SCHEMA,
  AUDIENCE_SCHEMA,
  SEGMENT_ID_SCHEMA,
} from '../../audience/segments/audience.schema';
import {
  BODY_SCHEMA,
  FROM_SCHEMA,
  IDEMPOTENCY_KEY_SCHEMA,
  MEDIA_URL_SCHEMA,
} from '../../sending/message-fields.schema';
import { neverBoth } from '../../platform/validation/never-both';
import { orNull } from '../../platform/validation/or-null';
import {
  MAX_BODY_CHARACTERS,
  MAX_CAMPAIGN_NAME_CHARACTERS,
  MAX_DECISION_CHARACTERS,
  MAX_MEDIA_URL_CHARACTERS,
  MAX_NUMBER_CHARACTERS,
  MAX_TEST_NUMBERS,
} from '../../limits';
import { HOURS, HOURS_PATCH } from '../../calendar/sending-hours.schema';
import type { PlanField } from '../record/campaign';
import type { Purpose } from '../timing/send-time';

const PURPOSES = ['marketing', 'informational', 'emergency'] as const satisfies readonly Purpose[];

const NAME = {
  type: 'string',
  format: 'text',
  minLength: 1,
  maxLength: MAX_CAMPAIGN_NAME_CHARACTERS,
} as const;
const PURPOSE = {
  enum: PURPOSES,
  type: 'string',
  description: 'Only `marketing` keeps to the legal hours and to the cap of the account.',
} as const;
const SEGMENT_ID = {
  ...SEGMENT_ID_SCHEMA,
  description: 'A segment of the account, instead of all else.',
} as const;
const RETRY_OF = {
  type: 'string',
  format: 'text',
  minLength: 1,
  maxLength: 100,
  description: 'Those who ended `failed` in a campaign of the account, instead of all else.',
} as const;
const AUDIENCE = {
  type: 'object',
  description:
    'An audience, or the id of a segment, or that of a campaign whose failed recipients are meant.',
  properties: { ...AUDIENCE_SCHEMA.properties, segmentId: SEGMENT_ID, retryOf: RETRY_OF },
  additionalProperties: false,
  documented: neverBoth(
    ['segmentId', 'retryOf'],
    ...Object.keys(AUDIENCE_SCHEMA.properties).flatMap((name) => [
      ['segmentId', name] as const,
      ['retryOf', name] as const,
    ]),
  ),
} as const;
const INSTANT = {
  type: 'string',
  format: 'text',
  maxLength: 100,
  examples: ['2026-12-01T15:00:00Z'],
} as const;
const LOCAL_TIME = {
  type: 'string',
  format: 'text',
  maxLength: 100,
  examples: ['2026-12-01T10:00'],
  description: 'A date and time by the clock of `timeZone`.',
} as const;
const TIME_ZONE = {
  type: 'string',
  format: 'text',
  maxLength: 100,
  examples: ['recipient', 'America/Chicago'],
  description: "An IANA name, or `recipient`: each recipient's own.",
} as const;
const SCHEDULE = {
  type: 'object',
  description:
    'When it is due: `at` an instant with its zone, or at a `localTime` of a `timeZone`. Absent: at once.',
  properties: { at: INSTANT, localTime: LOCAL_TIME, timeZone: TIME_ZONE },
  additionalProperties: false,
  documented: {
    minProperties: 1,
    dependentRequired: { localTime: ['timeZone'], timeZone: ['localTime'] },
    ...neverBoth(['at', 'localTime'], ['at', 'timeZone']),
  },
} as const;
const SENDING_HOURS = {
  ...HOURS,
  description: "The hours in which it is sent, by the recipient's local time; `to` is not included.",
} as const;
const EXPIRES_AT = {
  ...INSTANT,
  description:
    'Recipients that have not been handed over then are skipped. Absent: 48 hours after the latest scheduled moment.',
} as const;

const { format: MEDIA_URL_FORMAT, ...MEDIA_URL } = MEDIA_URL_SCHEMA;
const MEDIA_URL_PATCH = {
  ...orNull(MEDIA_URL),
  if: { minLength: 1 },
  then: { format: MEDIA_URL_FORMAT },
} as const;

/** JSON schemas of a field: in the body that creates a campaign, in a JSON Merge Patch of it, and in answers. */
interface FieldSchemas {
  request: object;
  patch: object;
  answer: object;
}
const FIELDS = {
  name: {
    ...{ request: NAME, patch: NAME },
    answer: { type: 'string', maxLength: MAX_CAMPAIGN_NAME_CHARACTERS },
  },
  from: { request: FROM_SCHEMA, patch: FROM_SCHEMA, answer: { $ref: '#/components/schemas/Sender' } },
  body: {
    ...{ request: BODY_SCHEMA, patch: orNull(BODY_SCHEMA) },
    answer: { type: 'string', maxLength: MAX_BODY_CHARACTERS, description: 'With its merge tags.' },
  },
  mediaUrl: {
    request: MEDIA_URL_SCHEMA,
    patch: MEDIA_URL_PATCH,
    answer: { type: 'string', maxLength: MAX_MEDIA_URL_CHARACTERS },
  },
  audience: {
    request: AUDIENCE,
    patch: {
      ...AUDIENCE,
      documented: {},
      properties: {
        ...AUDIENCE_PATCH_SCHEMA.properties,
        segmentId: orNull(SEGMENT_ID),
        retryOf: orNull(RETRY_OF),
      },
    },
    answer: { $ref: '#/components/schemas/CampaignAudience' },
  },
  purpose: { request: PURPOSE, patch: PURPOSE, answer: PURPOSE },
  schedule: {
    request: SCHEDULE,
    patch: {
      ...orNull(SCHEDULE),
      documented: {},
      properties: { at: orNull(INSTANT), localTime: orNull(LOCAL_TIME), timeZone: orNull(TIME_ZONE) },
    },
    answer: { $ref: '#/components/schemas/CampaignSchedule' },
  },
  sendingHours: {
    request: SENDING_HOURS,
    patch: {
      ...orNull(HOURS_PATCH),
      description: SENDING_HOURS.description,
    },
    answer: { $ref: '#/components/schemas/SendingHours' },
  },
  expiresAt: {
    ...{ request: EXPIRES_AT, patch: orNull(EXPIRES_AT) },
    answer: { $ref: '#/components/schemas/Timestamp' },
  },
} as const satisfies Record<PlanField | 'audience', FieldSchemas>;
type Fields = typeof FIELDS;

/** Returns one schema of every field, by the field's name. */
export function partOfPlan<Part extends keyof FieldSchemas>(part: Part) {
  const parts = Object.entries<FieldSchemas>(FIELDS).map(([name, field]) => [name, field[part]]);
  return Object.fromEntries(parts) as { readonly [Name in keyof Fields]: Fields[Name][Part] };
}

/** **Source:** rules E4. */
export const CAMPAIGN_SCHEMA = {
  type: 'object',
  properties: {
    ...partOfPlan('request'),
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    launch: { type: 'boolean', description: 'Launch it at once.' },
  },
  required: ['name', 'from', 'audience', 'purpose'],
  additionalProperties: false,
} as const;
export type CampaignBody = FromSchema<typeof CAMPAIGN_SCHEMA>;
/**
 * Audience of a request: an audience, a segment, or the failed recipients of another campaign. The code checks that it
 * is exactly one.
 */
export type AudienceInput = CampaignBody['audience'];
export type ScheduleInput = NonNullable<CampaignBody['schedule']>;
type RequiredField = (typeof CAMPAIGN_SCHEMA)['required'][number];
/** Plan of a request, or of a draft after a patch. */
export type PlanInput = Pick<CampaignBody, RequiredField> & {
  [Name in Exclude<keyof Fields, RequiredField>]?: CampaignBody[Name] | undefined;
};

/** **Source:** rules E4; RFC 7396. */
export const CAMPAIGN_PATCH_SCHEMA = {
  type: 'object',
  properties: partOfPlan('patch'),
  additionalProperties: false,
} as const;
/** Changes of a draft; `null` and the empty string remove a part. */
export type CampaignPatch = FromSchema<typeof CAMPAIGN_PATCH_SCHEMA>;

const DECISION_TEXT = {
  type: 'string',
  format: 'text',
  minLength: 1,
  maxLength: MAX_DECISION_CHARACTERS,
} as const;

/** **Source:** rules E4.7. */
export const APPROVAL_SCHEMA = {
  type: 'object',
  properties: {
    comment: { ...DECISION_TEXT, description: 'Shown on the campaign.' },
    askedAt: {
      type: 'string',
      format: 'text',
      maxLength: 100,
      description:
        'Time of the launch or start that was looked at, as the console shows it. When it was asked for anew since, 409/33111 with the status `changedMeanwhile`.',
    },
  },
  additionalProperties: false,
} as const;
export type Approval = FromSchema<typeof APPROVAL_SCHEMA>;

/** **Source:** rules E4.7. */
export const REJECTION_SCHEMA = {
  type: 'object',
  properties: { reason: { ...DECISION_TEXT, description: 'What has to be changed. Shown on the campaign.' } },
  required: ['reason'],
  additionalProperties: false,
} as const;
export type Rejection = FromSchema<typeof REJECTION_SCHEMA>;

/** A number of a test that is no number has a result of its own, which repeats it. */
export const MAX_TESTED_NUMBER_CHARACTERS = 100;

/** **Source:** rules E4. */
export const CAMPAIGN_TEST_SCHEMA = {
  type: 'object',
  properties: {
    to: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_TEST_NUMBERS,
      items: { type: 'string', maxLength: MAX_TESTED_NUMBER_CHARACTERS, description: 'E.164.' },
      description: 'Phone numbers that get the text, each by a single send.',
    },
    asContact: {
      type: 'string',
      documented: { maxLength: MAX_NUMBER_CHARACTERS },
      description: 'Phone number of the contact whose values fill the merge tags; absent: each their own.',
    },
  },
  required: ['to'],
  additionalProperties: false,
} as const;
export type TestBody = FromSchema<typeof CAMPAIGN_TEST_SCHEMA>;
