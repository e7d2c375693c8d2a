import {
  BODY_SCHEMA,
  MEDIA_URL_SCHEMA,
  IDEMPOTENCY_KEY_SCHEMA,
  TO_SCHEMA,
  FROM_SCHEMA,
  DRY_RUN_FLAG_SCHEMA,
} from '../message-fields.schema';
import {
  MAX_BATCH_RECIPIENTS,
  MAX_BROADCAST_RECIPIENTS,
  MIN_BATCH_RECIPIENTS,
  MIN_BROADCAST_RECIPIENTS,
} from '../../limits';

export interface RecipientBody {
  to: string;
  idempotencyKey?: string;
  /** Batch only. */
  body?: string;
  mediaUrl?: string;
}

/** Fields of broadcast and batch requests; `body` and `mediaUrl` at this level exist only in a broadcast. */
export interface JobRequestBody {
  from: string;
  recipients: RecipientBody[];
  body?: string;
  mediaUrl?: string;
  idempotencyKey?: string;
  dryRun?: boolean;
}

/** **Source:** rules 4.2. */
export const BROADCAST_SCHEMA = {
  type: 'object',
  properties: {
    recipients: {
      type: 'array',
      minItems: MIN_BROADCAST_RECIPIENTS,
      maxItems: MAX_BROADCAST_RECIPIENTS,
      description: 'Phone numbers and keys are each unique.',
      items: {
        type: 'object',
        properties: { to: TO_SCHEMA, idempotencyKey: IDEMPOTENCY_KEY_SCHEMA },
        required: ['to'],
        additionalProperties: false,
      },
    },
    from: FROM_SCHEMA,
    body: BODY_SCHEMA,
    mediaUrl: MEDIA_URL_SCHEMA,
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: DRY_RUN_FLAG_SCHEMA,
  },
  required: ['recipients', 'from'],
  additionalProperties: false,
} as const;

/** **Source:** rules 4.3. */
export const BATCH_SCHEMA = {
  type: 'object',
  properties: {
    recipients: {
      type: 'array',
      minItems: MIN_BATCH_RECIPIENTS,
      maxItems: MAX_BATCH_RECIPIENTS,
      description:
        'Phone numbers and keys are each unique. Each has a `body` or a `mediaUrl`; either all have a `mediaUrl` or none.',
      items: {
        type: 'object',
        properties: {
          to: TO_SCHEMA,
          body: BODY_SCHEMA,
          mediaUrl: MEDIA_URL_SCHEMA,
          idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
        },
        required: ['to'],
        additionalProperties: false,
      },
    },
    from: FROM_SCHEMA,
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: DRY_RUN_FLAG_SCHEMA,
  },
  required: ['recipients', 'from'],
  additionalProperties: false,
} as const;
