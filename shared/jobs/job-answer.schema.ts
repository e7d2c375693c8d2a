import type { DeliveryStatus } from '../messages/message';
import type { JobStatus } from './job';
import type { RecipientStatus } from './recipients-query';
import type { SkipReason } from './result';

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

/** What goes with each status: required fields, and those that may come besides. */
const BY_STATUS: Readonly<
  Record<RecipientStatus, { description: string; required: object; optional: object }>
> = {
  pending: { description: 'Not yet handed over.', required: {}, optional: {} },
  sent: {
    description: 'Handed to the provider.',
    required: { sentAt: TIMESTAMP },
    optional: { deliveryStatus: DELIVERY_STATUS },
  },
  failed: {
    description: 'The provider cannot deliver it.',
    required: {
      errorType: { type: 'string', description: 'As of a message.' },
      errorMessage: { type: 'string' },
    },
    optional: { deliveryStatus: DELIVERY_STATUS },
  },
  skipped: {
    description: 'Not handed over; the credits are given back.',
    required: {
      reason: {
        type: 'string',
        enum: ['opted_out', 'not_opted_in', 'key_consumed', 'key_in_use', 'cancelled'] satisfies SkipReason[],
        description: 'Why nothing was sent.',
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
      to: { $ref: '#/components/schemas/PhoneNumber' },
      messageId: { $ref: '#/components/schemas/MessageId' },
      status: { type: 'string', const: status },
      ...required,
      ...optional,
    },
    required: ['to', 'messageId', 'status', ...Object.keys(required)],
    additionalProperties: false,
  })),
};
