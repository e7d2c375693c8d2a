import {
  DEFAULT_RECIPIENTS_LIMIT,
  MAX_ERROR_TYPE_CHARACTERS,
  MAX_RECIPIENTS_LIMIT,
  MAX_SENTENCE_CHARACTERS,
} from '../../../limits';
import { CURSOR_SCHEMA } from '../../../lists/page.schema';
import { DELIVERY_STATUSES } from '../../../platform/provider/port';
import { DETAILS_PROPERTIES, SENT_FROM_PROPERTY } from '../../../messages/provider-details.schema';
import { CLICKS_PROPERTY } from '../../clicks/message-clicks';
import { DROP_REASONS } from '../drop-reason';
import type { SkipReason } from '../results/result';
import { LISTED_STATUSES, type RecipientStatus } from './recipients-query';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;

/** Parameters of the list of a job's recipients. **Source:** rules 4.2. */
export const RECIPIENTS_QUERY = [
  {
    name: 'status',
    description:
      'Only recipients in this state. `dropped`: those of the request that acceptance left out; they are not in `totalRecipients`, and in no other list.',
    schema: { type: 'string', enum: LISTED_STATUSES },
  },
  {
    name: 'deliveryStatus',
    description: 'Only recipients of whose message the carrier reported this last.',
    schema: { type: 'string', enum: DELIVERY_STATUSES },
  },
  {
    name: 'reason',
    description:
      'Only recipients with this `reason` or `errorType`. A reason of those who were dropped lists them without `status` as well.',
    schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' },
  },
  { name: 'cursor', description: '`nextCursor` of the page before.', schema: CURSOR_SCHEMA },
  {
    name: 'limit',
    description: 'Recipients a page; more than 1,000 count as 1,000.',
    schema: { type: 'integer', minimum: 1, default: DEFAULT_RECIPIENTS_LIMIT },
  },
] as const;

export const RECIPIENT_PAGE_SCHEMA = {
  type: 'object',
  description:
    'Recipients in the order in which they were submitted; of a job on a sender, by member, and in that order for each.',
  properties: {
    results: {
      type: 'array',
      maxItems: MAX_RECIPIENTS_LIMIT,
      items: { $ref: '#/components/schemas/RecipientResult' },
    },
    nextCursor: {
      ...CURSOR_SCHEMA,
      description:
        'Send it as `cursor` for what follows; absent on the last page. With a filter a page can be shorter than `limit` and still have one, and empty when a search of 2 seconds has found nothing yet.',
    },
  },
  required: ['results'],
  additionalProperties: false,
} as const;

const DELIVERY_STATUS = {
  type: 'string',
  enum: DELIVERY_STATUSES,
  description: 'What the carrier reported last; absent until it has.',
} as const;

const RECIPIENT = {
  to: {
    oneOf: [{ $ref: '#/components/schemas/PhoneNumber' }, { type: 'null' }],
    description: 'The recipient; null when the person was erased.',
  },
} as const;
const ERASED = {
  erased: { type: 'boolean', const: true, description: 'The person was erased; absent otherwise.' },
} as const;
const MESSAGE_ID = { messageId: { $ref: '#/components/schemas/MessageId' } } as const;

/** Fields for each status: those that are required and those that are optional. */
const BY_STATUS: Readonly<
  Record<RecipientStatus | 'dropped', { description: string; required: object; optional: object }>
> = {
  pending: {
    description: 'Not yet handed over.',
    required: MESSAGE_ID,
    optional: { dueAt: { ...TIMESTAMP, description: 'Of a campaign: when it is due.' } },
  },
  sent: {
    description: 'Handed to the provider.',
    required: { ...MESSAGE_ID, sentAt: TIMESTAMP },
    optional: {
      ...SENT_FROM_PROPERTY,
      deliveryStatus: DELIVERY_STATUS,
      ...DETAILS_PROPERTIES,
      ...CLICKS_PROPERTY,
    },
  },
  failed: {
    description: 'The provider cannot deliver it.',
    required: {
      ...MESSAGE_ID,
      errorType: { type: 'string', maxLength: MAX_ERROR_TYPE_CHARACTERS, description: 'As of a message.' },
      errorMessage: { type: 'string', maxLength: MAX_SENTENCE_CHARACTERS },
    },
    optional: {
      ...SENT_FROM_PROPERTY,
      deliveryStatus: DELIVERY_STATUS,
      ...DETAILS_PROPERTIES,
      ...CLICKS_PROPERTY,
    },
  },
  skipped: {
    description: 'Not handed over; the credits are given back.',
    required: {
      ...MESSAGE_ID,
      reason: {
        type: 'string',
        enum: [
          'opted_out',
          'not_opted_in',
          'key_consumed',
          'key_in_use',
          'cancelled',
          'erased',
          'review',
          'set_aside',
          'expired',
          'frequency_cap',
          'country_budget',
        ] satisfies SkipReason[],
        description: 'Why nothing was sent.',
      },
    },
    optional: {},
  },
  dropped: {
    description: 'Left out by acceptance: no recipient of the job, without a message and without a charge.',
    required: {
      reason: {
        type: 'string',
        enum: DROP_REASONS,
        description: 'Why. `keyConsumed`: the `idempotencyKey` stands for a message that has been sent.',
      },
    },
    optional: {},
  },
};

export const RECIPIENT_RESULT_SCHEMA = {
  description: 'The outcome of one recipient. Its `status` says which fields it has.',
  oneOf: Object.entries(BY_STATUS).map(([status, { description, required, optional }]) => ({
    type: 'object',
    description,
    properties: {
      ...RECIPIENT,
      status: { type: 'string', const: status },
      ...ERASED,
      ...required,
      ...optional,
    },
    required: [...Object.keys(RECIPIENT), 'status', ...Object.keys(required)],
    additionalProperties: false,
  })),
};
