import {
  IDEMPOTENCY_KEY_PATTERN,
  MAX_BODY_CHARACTERS,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_MEDIA_URL_CHARACTERS,
  MIN_IDEMPOTENCY_KEY_CHARACTERS,
} from '../limits';

export interface SendMessageBody {
  to: string;
  from: string;
  body?: string;
  mediaUrl?: string;
  idempotencyKey?: string;
  /** Every check, no send and no charge. */
  dryRun?: boolean;
}

export const BODY_SCHEMA = { type: 'string', maxLength: MAX_BODY_CHARACTERS } as const;
export const MEDIA_URL_SCHEMA = {
  type: 'string',
  format: 'http-url',
  maxLength: MAX_MEDIA_URL_CHARACTERS,
} as const;
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  minLength: MIN_IDEMPOTENCY_KEY_CHARACTERS,
  maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
  pattern: IDEMPOTENCY_KEY_PATTERN,
} as const;

/** **Source:** contract 2.1. */
export const SEND_MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    from: { type: 'string' },
    body: BODY_SCHEMA,
    mediaUrl: MEDIA_URL_SCHEMA,
    idempotencyKey: IDEMPOTENCY_KEY_SCHEMA,
    dryRun: { type: 'boolean' },
  },
  required: ['to', 'from'],
  additionalProperties: false,
} as const;
