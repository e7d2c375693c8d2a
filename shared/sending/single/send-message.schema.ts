import type { FromSchema } from 'json-schema-to-ts';
import {
  BODY_SCHEMA,
  DRY_RUN_FLAG_SCHEMA,
  FROM_SCHEMA,
  IDEMPOTENCY_KEY_SCHEMA,
  MEDIA_URL_SCHEMA,
  TO_SCHEMA,
} from '../message-fields.schema';

/** **Source:** rules 2.1. */
export const SEND_MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    to: TO_SCHEMA,
    from: FROM_SCHEMA,
    body: BODY_SCHEMA,
    mediaUrl: MEDIA_URL_SCHEMA,
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: DRY_RUN_FLAG_SCHEMA,
  },
  required: ['to', 'from'],
  additionalProperties: false,
} as const;
export type SendMessageBody = FromSchema<typeof SEND_MESSAGE_SCHEMA>;
