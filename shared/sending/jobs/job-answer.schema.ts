import { WAITING_FOR_SCHEMA } from '../../senders/find-wait';
import { MAX_BODY_CHARACTERS } from '../../limits';
import type { JobStatus } from './job';

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
    description: '`cancelled` stays to the end; `completedAt` is when the last recipient ended.',
  },
  createdAt: TIMESTAMP,
} as const;
const BODY = {
  body: {
    type: 'string',
    maxLength: MAX_BODY_CHARACTERS,
    description: 'As submitted; empty for an MMS without text.',
  },
} as const;
const READ_PROPERTIES = {
  counts: {
    type: 'object',
    description: 'They add up to `totalRecipients`.',
    properties: { pending: COUNT, sent: COUNT, failed: COUNT, skipped: COUNT },
    required: ['pending', 'sent', 'failed', 'skipped'],
    additionalProperties: false,
  },
  waitingFor: WAITING_FOR_SCHEMA,
  startedAt: { ...TIMESTAMP, description: 'Absent until the job is worked on.' },
  completedAt: { ...TIMESTAMP, description: 'Absent while recipients are pending.' },
} as const;
const REQUIRED = ['id', 'from', 'totalRecipients', 'status', 'createdAt'] as const;

/** **Source:** rules 2.2. */
export const ACCEPTED_BATCH_SCHEMA = {
  type: 'object',
  description: 'A batch as it was accepted.',
  properties: JOB_PROPERTIES,
  required: REQUIRED,
  additionalProperties: false,
} as const;

/** **Source:** rules 2.2. */
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
