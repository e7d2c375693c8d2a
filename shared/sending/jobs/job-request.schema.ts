import type { FromSchema } from 'json-schema-to-ts';
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

/** Broadcast or batch: `body` and `mediaUrl` beside the recipients exist only in a broadcast, theirs only in a batch. */
export type JobRequestBody = Omit<FromSchema<typeof BROADCAST_SCHEMA>, 'recipients'> &
  FromSchema<typeof BATCH_SCHEMA>;
export type RecipientBody = JobRequestBody['recipients'][number];
