import { SET_ASIDE_COUNT } from '../../audience/segments/segment-answer.schema';
import { APPROVAL } from '../../campaigns/plan/campaign-answer.schema';
import {
  MAX_AUTOMATION_STEPS,
  MAX_CAMPAIGN_NAME_CHARACTERS,
  MAX_ERROR_TYPE_CHARACTERS,
  MAX_ITEM_CHARACTERS,
  MAX_RESOLVED_BODY_BYTES,
  MAX_RUN_CHARACTERS,
  MAX_SENTENCE_CHARACTERS,
  MAX_WARNINGS,
} from '../../limits';
import { pageSchema } from '../../lists/page.schema';
import { AUTOMATION_STATUSES } from '../record/automation';
import { AUTOMATION_FIELDS } from '../record/automation.schema';
import { PERSON_STATUSES } from '../record/person';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const COUNTS = {
  entered: { ...COUNT, description: 'People who entered; of a step, who reached it.' },
  waiting: { ...COUNT, description: 'People on their way; of a step, who have it before them.' },
  completed: COUNT,
  exited: { ...COUNT, description: 'People who left early, each with a `reason`.' },
  failed: COUNT,
  sent: { ...COUNT, description: 'Texts handed to the provider.' },
  delivered: COUNT,
  read: { ...COUNT, description: 'Delivered texts that were opened; only RCS reports it.' },
  clicked: COUNT,
  optedOut: COUNT,
} as const;
const COUNTS_NAMES = Object.keys(COUNTS);

/** **Source:** rules E10. */
export const AUTOMATION_ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    id: { $ref: '#/components/schemas/AutomationId' },
    status: {
      type: 'string',
      enum: AUTOMATION_STATUSES,
      description: 'A changed automation that awaits approval goes on with the version that was approved.',
    },
    version: { type: 'integer', minimum: 1 },
    purpose: AUTOMATION_FIELDS.purpose,
    trigger: { $ref: '#/components/schemas/AutomationTrigger' },
    entry: { $ref: '#/components/schemas/AutomationEntry' },
    steps: {
      type: 'array',
      maxItems: MAX_AUTOMATION_STEPS,
      items: { $ref: '#/components/schemas/AutomationStep' },
    },
    exit: { $ref: '#/components/schemas/Condition' },
    name: { type: 'string', maxLength: MAX_CAMPAIGN_NAME_CHARACTERS },
    from: { $ref: '#/components/schemas/Sender' },
    audience: { $ref: '#/components/schemas/CampaignAudience' },
    sendingHours: { $ref: '#/components/schemas/SendingHours' },
    counts: {
      type: 'object',
      properties: {
        ...COUNTS,
        steps: {
          type: 'array',
          maxItems: MAX_AUTOMATION_STEPS,
          description: 'Counts of each step of the version that people enter.',
          items: { type: 'object', properties: COUNTS, required: COUNTS_NAMES, additionalProperties: false },
        },
      },
      required: [...COUNTS_NAMES, 'steps'],
      additionalProperties: false,
    },
    runs: {
      type: 'array',
      maxItems: 20,
      description: 'Newest runs of a trigger that repeats, with the counts of each.',
      items: {
        type: 'object',
        properties: {
          run: {
            type: 'string',
            maxLength: MAX_RUN_CHARACTERS,
            examples: ['2026-12-01T10:00'],
            description: 'Date and time, in the local time of each person.',
          },
          ...COUNTS,
        },
        required: ['run', ...COUNTS_NAMES],
        additionalProperties: false,
      },
    },
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
    startedAt: TIMESTAMP,
    stoppedAt: TIMESTAMP,
    approval: APPROVAL,
  },
  required: [
    ...['id', 'status', 'version', 'name', 'from', 'purpose', 'trigger', 'entry', 'steps', 'counts'],
    ...['createdAt', 'updatedAt'],
  ],
  additionalProperties: false,
} as const;

export const AUTOMATION_PAGE_SCHEMA = pageSchema('Automation', 'Automations, newest first.');

export const AUTOMATION_PERSON_SCHEMA = {
  type: 'object',
  properties: {
    to: {
      oneOf: [{ $ref: '#/components/schemas/PhoneNumber' }, { type: 'null' }],
      description: 'The person; null when they were erased.',
    },
    erased: { type: 'boolean', const: true, description: 'The person was erased; absent otherwise.' },
    status: { type: 'string', enum: PERSON_STATUSES },
    step: { type: 'integer', minimum: 0, description: 'Next step, counted from 0.' },
    version: { type: 'integer', minimum: 1 },
    enteredAt: TIMESTAMP,
    dueAt: TIMESTAMP,
    endedAt: TIMESTAMP,
    reason: {
      type: 'string',
      maxLength: MAX_ERROR_TYPE_CHARACTERS,
      description:
        'Why the person left or failed, such as `opted_out` or `missed`; of others, why their last text was left out.',
    },
  },
  required: ['to', 'status', 'step', 'version', 'enteredAt'],
  additionalProperties: false,
} as const;

/** **Source:** rules E10. */
export const AUTOMATION_PREVIEW_SCHEMA = {
  type: 'object',
  description: 'What the automation would do now.',
  properties: {
    audience: {
      type: 'object',
      description:
        'Who would enter now: whose moment is within a day, by a date; by a trigger that repeats, at a run that began now. Otherwise no one.',
      properties: {
        matched: COUNT,
        sendable: COUNT,
        blocked: {
          type: 'object',
          properties: { notOptedIn: COUNT, hardOptedOut: COUNT, setAside: SET_ASIDE_COUNT },
          required: ['notOptedIn', 'hardOptedOut'],
          additionalProperties: false,
        },
        isComplete: {
          type: 'boolean',
          description: 'False when counting ran out of time (20 s): the figures are of what was looked at.',
        },
      },
      required: ['matched', 'sendable', 'blocked', 'isComplete'],
      additionalProperties: false,
    },
    samples: {
      type: 'array',
      maxItems: MAX_AUTOMATION_STEPS * 3,
      description: 'Texts of the steps for some of them.',
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer', minimum: 0, description: 'Counted from 0.' },
          to: {
            $ref: '#/components/schemas/PhoneNumber',
            description: 'Absent when no one would enter: the values of the person are then empty.',
          },
          body: { type: 'string', maxLength: MAX_ITEM_CHARACTERS },
        },
        required: ['step', 'body'],
        additionalProperties: false,
      },
    },
    warnings: {
      type: 'array',
      maxItems: MAX_WARNINGS,
      description: 'Sentences about what may not be meant so.',
      items: { type: 'string', maxLength: MAX_SENTENCE_CHARACTERS },
    },
  },
  required: ['audience', 'samples', 'warnings'],
  additionalProperties: false,
} as const;

/** Reasons why a contact would not enter an automation. */
export const ENTRY_REFUSALS = [
  'noContact',
  'optedOut',
  'notOptedIn',
  'noDate',
  'notInAudience',
  'meetsExit',
  'enteredBefore',
] as const;

/** **Source:** rules E10. */
export const AUTOMATION_FORECAST_SCHEMA = {
  type: 'object',
  properties: {
    steps: {
      type: 'array',
      maxItems: MAX_AUTOMATION_STEPS,
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer', minimum: 0, description: 'Counted from 0.' },
          at: { ...TIMESTAMP, description: 'When it is taken; of a text, within the hours.' },
          until: { ...TIMESTAMP, description: 'End of a wait.' },
          body: { type: 'string', maxLength: MAX_RESOLVED_BODY_BYTES },
          refusal: { type: 'string', maxLength: 255, description: 'Why the text would fail.' },
        },
        required: ['step', 'at'],
        additionalProperties: false,
      },
    },
    refusal: { type: 'string', enum: ENTRY_REFUSALS, description: 'Why the contact would not enter.' },
    timeZone: { type: 'string', maxLength: 64, description: "The contact's, as IANA names it." },
    entersAt: TIMESTAMP,
    end: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['completed', 'exited', 'failed'] },
        step: { type: 'integer', minimum: 0 },
        at: TIMESTAMP,
        reason: { type: 'string', maxLength: 255 },
      },
      required: ['status', 'step', 'at'],
      additionalProperties: false,
    },
  },
  required: ['steps'],
  additionalProperties: false,
} as const;
