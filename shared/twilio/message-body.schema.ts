import { BODY_SCHEMA, FROM_SCHEMA, MEDIA_URL_SCHEMA, TO_SCHEMA } from '../sending/message-fields.schema';

/** Most seconds of `ValidityPeriod`. **Source:** Twilio, Messages resource, "ValidityPeriod". */
const MOST_VALIDITY_SECONDS = 36_000;
const MOST_URL_CHARACTERS = 2048;

/** Body of a message in Twilio's form, translated into the words of the service. **Source:** rules E9. */
export const TWILIO_MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    to: TO_SCHEMA,
    from: FROM_SCHEMA,
    body: BODY_SCHEMA,
    mediaUrl: MEDIA_URL_SCHEMA,
    statusCallback: { type: 'string', maxLength: MOST_URL_CHARACTERS },
    validityPeriod: { type: 'integer', minimum: 1, maximum: MOST_VALIDITY_SECONDS },
  },
  required: ['to', 'from'],
  additionalProperties: false,
} as const;
