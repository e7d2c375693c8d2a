import type { FromSchema } from 'json-schema-to-ts';
import { AUDIENCE_SCHEMA } from '../../audience/segments/audience.schema';
import { WEEKDAYS } from '../../calendar/sending-hours';
import { HOURS, HOURS_PATCH, TIME_OF_DAY } from '../../calendar/sending-hours.schema';
import {
  EVENT_NAME_PATTERN,
  MAX_AUTOMATION_STEPS,
  MAX_CAMPAIGN_NAME_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_WAIT_DAYS,
} from '../../limits';
import { orNull } from '../../platform/validation/or-null';

const GROUP_ID = { type: 'string', pattern: '^grp_', format: 'text', maxLength: 100 } as const;
const CONDITION = {
  type: 'object',
  $comment: '#/components/schemas/Condition',
  description: 'A condition, as in the `filter` of an audience.',
} as const;
const MINUTES_A_DAY = 24 * 60;
const ONE_OF = { minProperties: 1, maxProperties: 1 } as const;

/** Farthest day from an anniversary. **Source:** rules E10.7. */
const MAX_OFFSET_DAYS = 365;
const TRIGGER = {
  type: 'object',
  description: `What makes a person enter, one of: \`joined\`, a group; \`event\`, which the account reports; \`date\`, a date of the
person that comes round every year, with \`offsetDays\` and \`at\`; \`every\`, a time that repeats, with \`at\`, \`audience\` and perhaps \`on\`.`,
  properties: {
    joined: { ...GROUP_ID, description: 'A group of the account.' },
    event: {
      type: 'string',
      pattern: EVENT_NAME_PATTERN,
      description: 'Name of an event.',
    },
    date: {
      type: 'string',
      minLength: 1,
      maxLength: 'customFields.'.length + MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
      description: '`birthDate`, or `customFields.<label>` of a DATE field.',
    },
    offsetDays: {
      type: 'integer',
      minimum: -MAX_OFFSET_DAYS,
      maximum: MAX_OFFSET_DAYS,
      description: 'Days from the anniversary; negative is before it.',
    },
    every: { type: 'string', enum: ['day', 'week', 'month'] },
    on: {
      description: 'Weekdays, for `week` (default: Monday); day of the month, for `month` (default: 1).',
      oneOf: [
        {
          title: 'Weekdays',
          type: 'array',
          minItems: 1,
          maxItems: WEEKDAYS.length,
          items: { type: 'string', enum: WEEKDAYS },
        },
        { title: 'DayOfMonth', type: 'integer', minimum: 1, maximum: 31 },
      ],
    },
    at: TIME_OF_DAY,
    audience: { ...AUDIENCE_SCHEMA, description: 'Who enters at each time of `every`.' },
  },
  additionalProperties: false,
  documented: { minProperties: 1 },
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
  from: {
    type: 'string',
    documented: { maxLength: MAX_ID_CHARACTERS },
    description: 'Sender of the texts, as `from` of a campaign.',
    examples: ['+12065550100', 'snd_01KJMNEX00S4W8RTZB2Q6FY9VH'],
  },
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
    sendingHours: { ...orNull(HOURS_PATCH), description: AUTOMATION_FIELDS.sendingHours.description },
  },
  additionalProperties: false,
} as const;
export type AutomationPatch = FromSchema<typeof AUTOMATION_PATCH_SCHEMA>;
