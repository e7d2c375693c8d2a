import type { FromSchema } from 'json-schema-to-ts';
import { AUDIENCE_SCHEMA } from '../../audience/segments/audience.schema';
import { HOURS, TIME_OF_DAY } from '../../calendar/sending-hours.schema';
import {
  EVENT_NAME_PATTERN,
  MAX_AUTOMATION_STEPS,
  MAX_CAMPAIGN_NAME_CHARACTERS,
  MAX_WAIT_DAYS,
} from '../../limits';
import { orNull } from '../../platform/validation/or-null';
import { FROM_SCHEMA } from '../../sending/message-fields.schema';

const GROUP_ID = { type: 'string', pattern: '^grp_', format: 'text', maxLength: 100 } as const;
const CONDITION = {
  type: 'object',
  $comment: '#/components/schemas/Condition',
  description: 'A condition, as in the `filter` of an audience.',
} as const;
const MINUTES_A_DAY = 24 * 60;
const ONE_OF = { minProperties: 1, maxProperties: 1 } as const;

const TRIGGER = {
  type: 'object',
  description: 'What makes a person enter: joining a group, or an event that the account sends.',
  properties: {
    joined: { ...GROUP_ID, description: 'A group of the account.' },
    event: {
      type: 'string',
      pattern: EVENT_NAME_PATTERN,
      description: 'Name of an event.',
    },
  },
  additionalProperties: false,
  ...ONE_OF,
} as const;

const WAIT = {
  type: 'object',
  description:
    'A time to wait: `minutes`, `hours` or `days`. With `at` it ends at that time of day by the clock of the person.',
  properties: {
    minutes: { type: 'integer', minimum: 1, maximum: MAX_WAIT_DAYS * MINUTES_A_DAY },
    hours: { type: 'integer', minimum: 1, maximum: MAX_WAIT_DAYS * 24 },
    days: { type: 'integer', minimum: 0, maximum: MAX_WAIT_DAYS },
    at: TIME_OF_DAY,
  },
  additionalProperties: false,
  documented: { minProperties: 1 },
} as const;

const STEP = {
  type: 'object',
  description: 'One of `wait`, `send`, `stopUnless`, `join` and `leave`.',
  properties: {
    wait: WAIT,
    send: {
      type: 'object',
      description: 'A text: `body`, `mediaUrl` or both.',
      properties: {
        body: { type: 'string', maxLength: 640, description: 'The text, with merge tags.' },
        mediaUrl: { type: 'string', format: 'http-url', maxLength: 2048 },
      },
      additionalProperties: false,
      documented: { minProperties: 1 },
    },
    stopUnless: { ...CONDITION, description: 'People who do not meet the condition leave here.' },
    join: { ...GROUP_ID, description: 'The person joins the group, without a question.' },
    leave: { ...GROUP_ID, description: 'The person leaves the group.' },
  },
  additionalProperties: false,
  ...ONE_OF,
} as const;

const ENTRY = {
  description: 'How often a person enters: `once`, `always`, or once in some days.',
  oneOf: [
    { title: 'OnceOrAlways', type: 'string', enum: ['once', 'always'] },
    {
      title: 'OnceInDays',
      type: 'object',
      properties: { onceInDays: { type: 'integer', minimum: 1, maximum: MAX_WAIT_DAYS } },
      required: ['onceInDays'],
      additionalProperties: false,
    },
  ],
} as const;

export const AUTOMATION_FIELDS = {
  name: { type: 'string', format: 'text', minLength: 1, maxLength: MAX_CAMPAIGN_NAME_CHARACTERS },
  from: FROM_SCHEMA,
  purpose: {
    type: 'string',
    enum: ['marketing', 'informational', 'emergency'],
    description: 'Only `marketing` keeps to the legal hours and to the cap of the account.',
  },
  trigger: TRIGGER,
  audience: { ...AUDIENCE_SCHEMA, description: 'Who may enter; asked when a person enters.' },
  entry: ENTRY,
  steps: { type: 'array', minItems: 1, maxItems: MAX_AUTOMATION_STEPS, items: STEP },
  exit: { ...CONDITION, description: 'People who meet the condition leave, whatever step is next.' },
  sendingHours: {
    ...HOURS,
    description: 'The hours in which texts are sent, by the local time of each person.',
  },
} as const;

/** **Source:** rules E10. */
export const AUTOMATION_SCHEMA = {
  type: 'object',
  properties: AUTOMATION_FIELDS,
  required: ['name', 'from', 'purpose', 'trigger', 'entry', 'steps'],
  additionalProperties: false,
} as const;
export type AutomationBody = FromSchema<typeof AUTOMATION_SCHEMA>;

/** **Source:** rules E10; RFC 7396. `trigger`, `audience`, `steps` and the conditions are replaced as a whole. */
export const AUTOMATION_PATCH_SCHEMA = {
  type: 'object',
  properties: {
    ...AUTOMATION_FIELDS,
    audience: {
      ...orNull(AUTOMATION_FIELDS.audience),
      description: 'Replaced as a whole; `null` takes it out.',
    },
    exit: { ...orNull(CONDITION), description: 'Replaced as a whole; `null` takes it out.' },
    sendingHours: { ...orNull(AUTOMATION_FIELDS.sendingHours) },
  },
  additionalProperties: false,
} as const;
export type AutomationPatch = FromSchema<typeof AUTOMATION_PATCH_SCHEMA>;
