import {
  MAX_BATCH_RECIPIENTS,
  MAX_BROADCAST_RECIPIENTS,
  MIN_BATCH_RECIPIENTS,
  MIN_BROADCAST_RECIPIENTS,
} from '../limits';
import { BODY_SCHEMA, IDEMPOTENCY_KEY_SCHEMA, MEDIA_URL_SCHEMA } from '../messages/send-message.schema';

export interface RecipientBody {
  to: string;
  idempotencyKey?: string;
  /** Batch only. */
  body?: string;
  mediaUrl?: string;
}

/** What broadcast and batch requests have in common; `body` and `mediaUrl` are the broadcast's. */
export interface JobRequestBody {
  from: string;
  recipients: RecipientBody[];
  body?: string;
  mediaUrl?: string;
  idempotencyKey?: string;
  dryRun?: boolean;
}

/** **Source:** contract 4.2. */
export const BROADCAST_SCHEMA = {
  type: 'object',
  properties: {
    recipients: {
      type: 'array',
      minItems: MIN_BROADCAST_RECIPIENTS,
      maxItems: MAX_BROADCAST_RECIPIENTS,
      items: {
        type: 'object',
        properties: { to: { type: 'string' }, idempotencyKey: IDEMPOTENCY_KEY_SCHEMA },
        required: ['to'],
        additionalProperties: false,
      },
    },
    from: { type: 'string' },
    body: BODY_SCHEMA,
    mediaUrl: MEDIA_URL_SCHEMA,
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: { type: 'boolean' },
  },
  required: ['recipients', 'from'],
  additionalProperties: false,
} as const;

/** **Source:** contract 4.3. */
export const BATCH_SCHEMA = {
  type: 'object',
  properties: {
    recipients: {
      type: 'array',
      minItems: MIN_BATCH_RECIPIENTS,
      maxItems: MAX_BATCH_RECIPIENTS,
      items: {
        type: 'object',
        properties: {
          to: { type: 'string' },
          body: BODY_SCHEMA,
          mediaUrl: MEDIA_URL_SCHEMA,
          idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
        },
        required: ['to'],
        additionalProperties: false,
      },
    },
    from: { type: 'string' },
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: { type: 'boolean' },
  },
  required: ['recipients', 'from'],
  additionalProperties: false,
} as const;
