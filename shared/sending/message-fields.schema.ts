import {
  IDEMPOTENCY_KEY_PATTERN,
  MAX_BODY_CHARACTERS,
  MAX_IDEMPOTENCY_KEY_CHARACTERS,
  MAX_MEDIA_URL_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_NUMBER_CHARACTERS,
  MIN_IDEMPOTENCY_KEY_CHARACTERS,
} from '../limits';

export const BODY_SCHEMA = {
  type: 'string',
  maxLength: MAX_BODY_CHARACTERS,
  description:
    'The text, in Unicode code points before its merge tags are resolved. Required without `mediaUrl`; empty is as good as absent.',
} as const;
export const MEDIA_URL_SCHEMA = {
  type: 'string',
  format: 'http-url',
  maxLength: MAX_MEDIA_URL_CHARACTERS,
  description:
    'Public `http` or `https` address of a media file: makes the message an MMS. Merge tags in it are not resolved.',
} as const;
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  minLength: MIN_IDEMPOTENCY_KEY_CHARACTERS,
  maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
  pattern: IDEMPOTENCY_KEY_PATTERN,
  description: 'A repeat with the same key within 48 hours gets the first answer and sends nothing.',
} as const;

/** The form of a number is checked after the schema: it has its own error code. */
export const TO_SCHEMA = {
  type: 'string',
  description: 'Recipient, E.164.',
  documented: { maxLength: MAX_NUMBER_CHARACTERS },
  examples: ['+12125550123'],
} as const;
export const FROM_SCHEMA = {
  type: 'string',
  documented: { maxLength: MAX_ID_CHARACTERS },
  description:
    'Sender: a number of the account that is Active, E.164 or a short code of 5 to 6 digits; or the id of a sender, of which one member is chosen for each recipient.',
  examples: ['+12065550100', '12345', 'snd_01KJMNEX00S4W8RTZB2Q6FY9VH'],
} as const;
export const DRY_RUN_FLAG_SCHEMA = {
  type: 'boolean',
  description: 'Check everything, send nothing, charge nothing.',
} as const;
