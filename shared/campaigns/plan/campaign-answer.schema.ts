import {
  MAX_DECISION_CHARACTERS,
  MAX_ERROR_MESSAGE_CHARACTERS,
  MAX_ITEM_CHARACTERS,
  MAX_PREVIEW_SAMPLE,
  MAX_SENTENCE_CHARACTERS,
  MAX_TEST_NUMBERS,
  MAX_TIME_ZONES,
  MAX_TIME_ZONE_CHARACTERS,
  MAX_WARNINGS,
} from '../../limits';
import {
  LOOK_UPS_TO_COME,
  AUDIENCE_ESTIMATE,
  SET_ASIDE_COUNT,
} from '../../audience/segments/segment-answer.schema';
import { pageSchema } from '../../lists/page.schema';
import { RECIPIENT_CAUTIONS } from '../../messages/recipient-caution';
import { WAITING_FOR_SCHEMA } from '../../senders/find-wait';
import { WARNINGS_SCHEMA } from '../../sending/single/message-answer.schema';
import { CAMPAIGN_STATUSES } from '../record/campaign';
import { CAMPAIGN_COUNTS } from './campaign-counts.schema';
import { MAX_TESTED_NUMBER_CHARACTERS, partOfPlan } from './campaign.schema';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

/** **Source:** rules E4.7. */
export const APPROVAL = {
  type: 'object',
  description: 'The latest decision on its launch. A launch takes it away.',
  properties: {
    status: { type: 'string', enum: ['approved', 'rejected'] },
    by: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['user', 'operator'] },
        id: { type: 'string', maxLength: MAX_ITEM_CHARACTERS },
      },
      required: ['kind', 'id'],
      additionalProperties: false,
    },
    at: TIMESTAMP,
    comment: {
      type: 'string',
      maxLength: MAX_DECISION_CHARACTERS,
      description: 'Of an approval that has one.',
    },
    reason: { type: 'string', maxLength: MAX_DECISION_CHARACTERS, description: 'Of a rejection.' },
  },
  required: ['status', 'by', 'at'],
  additionalProperties: false,
};

/** **Source:** rules E4.7. */
const DETAILS = {
  type: 'object',
  description: `Why it waits for an approval again: \`audience_grew\` when more recipients than were approved would get it,
\`launcher_lost_right\` when who launched it may not launch any more, \`plan_changed\` when it is not what was approved.`,
  properties: {
    reason: { type: 'string', enum: ['audience_grew', 'launcher_lost_right', 'plan_changed'] },
    approved: {
      ...COUNT,
      description: 'Recipients that the approval counted; without one, how many need none.',
    },
    now: { ...COUNT, description: 'Recipients when it was about to begin.' },
  },
  required: ['reason'],
  additionalProperties: false,
};

/** **Source:** rules E4. */
export const CAMPAIGN_ANSWER_SCHEMA = {
  type: 'object',
  description: 'A text for an audience, with its times and its outcome.',
  properties: {
    id: { $ref: '#/components/schemas/CampaignId' },
    status: { type: 'string', enum: CAMPAIGN_STATUSES },
    ...partOfPlan('answer'),
    counts: CAMPAIGN_COUNTS,
    waitingFor: WAITING_FOR_SCHEMA,
    skippedBy: {
      type: 'object',
      description: 'Of those that were skipped, how many for which reason.',
      additionalProperties: COUNT,
    },
    errorCode: {
      type: 'integer',
      description:
        'Why it could not begin, such as 33009, 33012, 33023 or 33028; only when `status` is `failed`.',
    },
    errorMessage: {
      type: 'string',
      maxLength: MAX_ERROR_MESSAGE_CHARACTERS,
      description: 'The same in words, with the place in the audience.',
    },
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
    launchedAt: TIMESTAMP,
    approval: APPROVAL,
    details: DETAILS,
    startedAt: { ...TIMESTAMP, description: 'When its audience was taken.' },
    completedAt: TIMESTAMP,
  },
  required: [
    ...['id', 'status', 'name', 'from', 'audience', 'purpose', 'counts', 'skippedBy'],
    ...['createdAt', 'updatedAt'],
  ],
  additionalProperties: false,
};

/** **Source:** rules E1, E4. */
export const CAMPAIGN_PAGE_SCHEMA = pageSchema('Campaign', 'A page of campaigns, newest first.');

const AT = { oneOf: [TIMESTAMP, { type: 'null' }] };

/** **Source:** rules E4. */
export const CAMPAIGN_PREVIEW_SCHEMA = {
  type: 'object',
  description: 'What the campaign would do if it were launched now.',
  properties: {
    audience: {
      type: 'object',
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
        estimate: AUDIENCE_ESTIMATE,
      },
      required: ['matched', 'sendable', 'blocked', 'isComplete'],
      additionalProperties: false,
    },
    skipped: {
      type: 'object',
      description: 'How many of the sendable would be skipped, as things are now; absent when none would.',
      properties: { review: { ...COUNT, description: 'Whose text is under review.' } },
      required: ['review'],
      additionalProperties: false,
    },
    lookups: LOOK_UPS_TO_COME,
    encoding: { type: 'string', enum: ['GSM-7', 'UCS-2'], description: 'Of the body as it is written.' },
    segments: { type: 'integer', minimum: 1, description: 'Of the body as it is written.' },
    credits: { $ref: '#/components/schemas/Credits' },
    firstAt: { ...AT, description: 'When the first recipient is reached; null when none is.' },
    lastAt: {
      ...AT,
      description: `When the last recipient is reached at the rate of the sender number, within the hours; null when none is.
Of a number without a rate, when the last one is due: how fast the provider takes the texts is not known.`,
    },
    durationSeconds: { ...COUNT, description: 'From `firstAt` to `lastAt`.' },
    expiring: {
      ...COUNT,
      description:
        'Recipients who are not reached before the campaign expires, or within a year: `unreachable`, and those for whom the rate is too low.',
    },
    unreachable: {
      ...COUNT,
      description: 'Recipients whose hours do not open before the campaign expires, whatever the rate.',
    },
    byTimeZone: {
      type: 'array',
      maxItems: MAX_TIME_ZONES,
      items: {
        type: 'object',
        properties: {
          timeZone: { type: 'string', maxLength: MAX_TIME_ZONE_CHARACTERS },
          recipients: COUNT,
          at: { ...AT, description: 'When the first of them is due; null when none of them can be reached.' },
        },
        required: ['timeZone', 'recipients', 'at'],
        additionalProperties: false,
      },
      description: 'Recipients by their local time, those who are due first at the top.',
    },
    samples: {
      type: 'array',
      maxItems: MAX_PREVIEW_SAMPLE,
      items: {
        type: 'object',
        properties: {
          to: { $ref: '#/components/schemas/PhoneNumber' },
          body: { type: 'string', maxLength: MAX_ITEM_CHARACTERS },
        },
        required: ['to', 'body'],
        additionalProperties: false,
      },
      description: 'The text of the newest recipients, with their values.',
    },
    warnings: {
      type: 'array',
      maxItems: MAX_WARNINGS,
      items: { type: 'string', maxLength: MAX_SENTENCE_CHARACTERS },
      description: 'What one may want to change first.',
    },
  },
  required: [
    ...['audience', 'encoding', 'segments', 'credits', 'firstAt', 'lastAt', 'durationSeconds'],
    ...['expiring', 'unreachable', 'byTimeZone', 'samples', 'warnings'],
  ],
  additionalProperties: false,
};

/** **Source:** rules E4. */
export const CAMPAIGN_TEST_ANSWER_SCHEMA = {
  type: 'object',
  description: 'What became of each of the test messages, in the order of the request.',
  properties: {
    results: {
      type: 'array',
      maxItems: MAX_TEST_NUMBERS,
      items: {
        oneOf: [
          {
            title: 'CampaignTestSent',
            type: 'object',
            properties: {
              to: { type: 'string', maxLength: MAX_TESTED_NUMBER_CHARACTERS },
              messageId: { $ref: '#/components/schemas/MessageId' },
              status: { type: 'string', enum: ['sent', 'queued', 'failed'] },
              warnings: {
                type: 'array',
                items: { type: 'string', enum: RECIPIENT_CAUTIONS },
                minItems: 1,
                maxItems: RECIPIENT_CAUTIONS.length,
                uniqueItems: true,
                description: 'As in the answer to a single send.',
              },
            },
            required: ['to', 'messageId', 'status'],
            additionalProperties: false,
          },
          {
            title: 'CampaignTestRefused',
            type: 'object',
            properties: {
              to: { type: 'string', maxLength: MAX_TESTED_NUMBER_CHARACTERS },
              code: {
                type: 'integer',
                description: 'The code that a single send would have been refused with.',
              },
            },
            required: ['to', 'code'],
            additionalProperties: false,
          },
        ],
      },
    },
    warnings: WARNINGS_SCHEMA,
  },
  required: ['results'],
  additionalProperties: false,
};
