import type { DeliveryStatus } from '../message';
import { DETAILS_PROPERTIES } from '../provider-details';
import type { JobStatus } from './job';
import { DROP_REASONS } from './accept/dropped-recipients';
import type { RecipientStatus } from './read/recipients-query';
import type { SkipReason } from './results/result';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

const JOB_PROPERTIES = {
  id: { $ref: '#/components/schemas/JobId' },
  from: { $ref: '#/components/schemas/Sender' },
  totalRecipients: {
    ...COUNT,
    description: 'Recipients accepted after the compliance filters; may be lower than the number submitted.',
  },
  status: {
    type: 'string',
    enum: ['queued', 'processing', 'completed', 'cancelled'] satisfies JobStatus[],
    description: '`cancelled` stays to the end; `completedAt` tells when the last recipient had its end.',
  },
  createdAt: TIMESTAMP,
} as const;
const BODY = {
  body: { type: 'string', description: 'As submitted; empty for an MMS without text.' },
} as const;
const READ_PROPERTIES = {
  counts: {
    type: 'object',
    description: 'They add up to `totalRecipients`.',
    properties: { pending: COUNT, sent: COUNT, failed: COUNT, skipped: COUNT },
    required: ['pending', 'sent', 'failed', 'skipped'],
    additionalProperties: false,
  },
  startedAt: { ...TIMESTAMP, description: 'Absent until the job is worked on.' },
  completedAt: { ...TIMESTAMP, description: 'Absent while recipients are pending.' },
} as const;
const REQUIRED = ['id', 'from', 'totalRecipients', 'status', 'createdAt'] as const;

/** **Source:** contract 2.2. */
export const ACCEPTED_BATCH_SCHEMA = {
  type: 'object',
  description: 'A batch as it was accepted.',
  properties: JOB_PROPERTIES,
  required: REQUIRED,
  additionalProperties: false,
} as const;

/** **Source:** contract 2.2. */
export const ACCEPTED_BROADCAST_SCHEMA = {
  type: 'object',
  description: 'A broadcast as it was accepted.',
  properties: { ...JOB_PROPERTIES, ...BODY },
  required: [...REQUIRED, 'body'],
  additionalProperties: false,
} as const;

export const BATCH_STATUS_SCHEMA = {
  type: 'object',
  description: 'A batch as it is now.',
  properties: { ...JOB_PROPERTIES, ...READ_PROPERTIES },
  required: [...REQUIRED, 'counts'],
  additionalProperties: false,
} as const;

export const BROADCAST_STATUS_SCHEMA = {
  type: 'object',
  description: 'A broadcast as it is now.',
  properties: { ...JOB_PROPERTIES, ...BODY, ...READ_PROPERTIES },
  required: [...REQUIRED, 'body', 'counts'],
  additionalProperties: false,
} as const;

export const RECIPIENT_PAGE_SCHEMA = {
  type: 'object',
  description: 'Recipients in the order in which they were submitted.',
  properties: {
    results: { type: 'array', items: { $ref: '#/components/schemas/RecipientResult' } },
    nextCursor: {
      type: 'string',
      description:
        'Send it as `cursor` for what follows; absent on the last page. With a filter a page can be shorter than `limit` and still have one, and empty when a search of 2 seconds has found nothing yet.',
    },
  },
  required: ['results'],
  additionalProperties: false,
} as const;

const DELIVERY_STATUS = {
  type: 'string',
  enum: ['pending', 'delivered', 'failed'] satisfies DeliveryStatus[],
  description: 'What the carrier reported last; absent until it has.',
} as const;

const RECIPIENT = { to: { $ref: '#/components/schemas/PhoneNumber' } } as const;
const MESSAGE_ID = { messageId: { $ref: '#/components/schemas/MessageId' } } as const;

/** What goes with each status: required fields, and those that may come besides. */
const BY_STATUS: Readonly<
  Record<RecipientStatus | 'dropped', { description: string; required: object; optional: object }>
> = {
  pending: { description: 'Not yet handed over.', required: MESSAGE_ID, optional: {} },
  sent: {
    description: 'Handed to the provider.',
    required: { ...MESSAGE_ID, sentAt: TIMESTAMP },
    optional: { deliveryStatus: DELIVERY_STATUS, ...DETAILS_PROPERTIES },
  },
  failed: {
    description: 'The provider cannot deliver it.',
    required: {
      ...MESSAGE_ID,
      errorType: { type: 'string', description: 'As of a message.' },
      errorMessage: { type: 'string' },
    },
    optional: { deliveryStatus: DELIVERY_STATUS, ...DETAILS_PROPERTIES },
  },
  skipped: {
    description: 'Not handed over; the credits are given back.',
    required: {
      ...MESSAGE_ID,
      reason: {
        type: 'string',
        enum: ['opted_out', 'not_opted_in', 'key_consumed', 'key_in_use', 'cancelled'] satisfies SkipReason[],
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
  description: 'What became of one recipient. Its `status` says which fields it has.',
  oneOf: Object.entries(BY_STATUS).map(([status, { description, required, optional }]) => ({
    type: 'object',
    description,
    properties: {
      ...RECIPIENT,
      status: { type: 'string', const: status },
      ...required,
      ...optional,
    },
    required: [...Object.keys(RECIPIENT), 'status', ...Object.keys(required)],
    additionalProperties: false,
  })),
};
