import type { MessageStatus } from '../../messages/message';
import { RECIPIENT_CAUTIONS } from '../../messages/recipient-caution';
import { DELIVERY_STATUSES } from '../../platform/provider/port';
import { DETAILS_PROPERTIES, SENT_FROM_PROPERTY } from '../../messages/provider-details.schema';
import {
  MAX_ERROR_TYPE_CHARACTERS,
  MAX_ITEM_CHARACTERS,
  MAX_MEDIA_URL_CHARACTERS,
  MAX_SENTENCE_CHARACTERS,
  MAX_WARNINGS,
} from '../../limits';
import { CLICKS_PROPERTY } from '../clicks/message-clicks';
import type { SegmentCount } from '../../content/segments';

const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;

const NUMBER_OR_NULL = [{ $ref: '#/components/schemas/Sender' }, { type: 'null' }] as const;
/** Absent in the answer to a send, except when it is repeated after the erasure. */
const ERASED = {
  erased: { type: 'boolean', const: true, description: 'The person was erased; absent otherwise.' },
} as const;

const MESSAGE_PROPERTIES = {
  id: { $ref: '#/components/schemas/MessageId' },
  direction: { type: 'string', enum: ['outbound', 'inbound'] },
  to: {
    oneOf: NUMBER_OR_NULL,
    description: 'Recipient; of an inbound message, your number. Null when the person was erased.',
  },
  from: {
    oneOf: NUMBER_OR_NULL,
    description:
      'Sender; of an inbound message, the phone. Null for an inbound message of a person who was erased.',
  },
  body: {
    type: ['string', 'null'],
    maxLength: MAX_ITEM_CHARACTERS,
    description:
      'The text with its merge tags resolved; empty for an MMS without text, null when the person was erased.',
  },
  createdAt: TIMESTAMP,
} as const;

/** Fields for each status, in addition to the common ones. */
const BY_STATUS: Readonly<
  Record<MessageStatus, { description: string; properties: object; optional?: object }>
> = {
  sent: {
    description: 'Handed to the provider.',
    properties: { sentAt: { ...TIMESTAMP, description: 'When it was handed over.' } },
  },
  queued: {
    description: 'Accepted, and handed over later.',
    properties: {},
    optional: {
      waitingFor: {
        type: 'string',
        enum: ['provider', 'paused'],
        description:
          '`provider`: the provider takes no messages from the number, or none at all; after an hour the message is `failed`, `provider_unavailable`. `paused`: sending is paused. Absent when it waits for its turn only.',
      },
    },
  },
  failed: {
    description:
      'The provider cannot deliver it, or its text may not be sent with the values of its merge tags. Its credits are given back unless `errorType` is `outcome_unknown`.',
    properties: {
      errorType: {
        type: 'string',
        maxLength: MAX_ERROR_TYPE_CHARACTERS,
        description:
          'Among others `opted_out`, `not_opted_in`, `invalid_number`, `not_sms_capable`, `sender_not_active`, `country_not_enabled`, `provider_unavailable`, `content_rejected`: values put what 33016 or 33019 refuses into the text, `message_rejected`: among other reasons, the text takes more segments than the account allows, and `outcome_unknown`: the provider gave no answer, and the message may have gone out.',
        examples: ['opted_out'],
      },
      errorMessage: { type: 'string', maxLength: MAX_SENTENCE_CHARACTERS },
    },
  },
};

/** A closed object for each status. */
function messageVariants(more: {
  properties: object;
  required: readonly string[];
  dependentRequired?: object;
}) {
  return Object.entries(BY_STATUS).map(([status, { description, properties, optional }]) => ({
    type: 'object',
    description,
    properties: {
      ...MESSAGE_PROPERTIES,
      ...ERASED,
      ...SENT_FROM_PROPERTY,
      status: { type: 'string', const: status },
      ...properties,
      ...optional,
      ...more.properties,
    },
    required: [...Object.keys(MESSAGE_PROPERTIES), 'status', ...Object.keys(properties), ...more.required],
    ...(more.dependentRequired && { dependentRequired: more.dependentRequired }),
    additionalProperties: false,
  }));
}

/** **Source:** rules 2.1. */
export const MESSAGE_SCHEMA = {
  description: 'A message. Its `status` says which fields it has.',
  oneOf: messageVariants({
    properties: {
      warnings: {
        type: 'array',
        items: { type: 'string', enum: RECIPIENT_CAUTIONS },
        minItems: 1,
        maxItems: RECIPIENT_CAUTIONS.length,
        uniqueItems: true,
        description:
          '`review`: a text of the recipient likely is an opt-out, and a person has yet to decide. `set_aside`: three texts in a row to the number failed for good. Jobs and campaigns leave the recipient out meanwhile. Absent otherwise.',
      },
    },
    required: [],
  }),
};

/** **Source:** rules 2.7. */
export const WARNINGS_SCHEMA = {
  type: 'array',
  items: { type: 'string', maxLength: MAX_SENTENCE_CHARACTERS },
  minItems: 1,
  maxItems: MAX_WARNINGS,
  description:
    'What one may want to change first: tags that are no merge tags and go out as they are written, links that are not registered, custom fields that the account does not have. Absent when there is nothing.',
} as const;

const SEGMENTS = {
  encoding: {
    type: 'string',
    enum: ['GSM-7', 'UCS-2'] satisfies Array<SegmentCount['encoding']>,
    description:
      'One character outside GSM-7 switches the whole text to UCS-2. Absent when the person was erased.',
  },
  segments: {
    type: 'integer',
    minimum: 1,
    description:
      'SMS segments: 160 characters of GSM-7 or 70 of UCS-2 fit into one; 153 or 67 into each of several.',
  },
} as const;

export const MESSAGE_STATUS_SCHEMA = {
  description: 'A message as it is now. Its `status` says which fields it has.',
  oneOf: messageVariants({
    properties: {
      mediaUrl: { type: 'string', maxLength: MAX_MEDIA_URL_CHARACTERS, description: 'Of an MMS.' },
      deliveryStatus: {
        type: 'string',
        enum: DELIVERY_STATUSES,
        description: 'What the carrier reported last; absent until it has.',
      },
      deliveryStatusAt: { ...TIMESTAMP, description: 'When it reported that.' },
      ...DETAILS_PROPERTIES,
      ...CLICKS_PROPERTY,
      ...SEGMENTS,
    },
    required: [],
    dependentRequired: {
      encoding: ['segments'],
      segments: ['encoding'],
      deliveryStatus: ['deliveryStatusAt'],
      deliveryStatusAt: ['deliveryStatus'],
    },
  }),
};

export const CREDITS_SCHEMA = {
  type: 'object',
  description: 'Credits that the send would take.',
  properties: { sms: { type: 'integer', minimum: 0 }, mms: { type: 'integer', minimum: 0 } },
  required: ['sms', 'mms'],
  additionalProperties: false,
} as const;

export const DRY_RUN_SCHEMA = {
  type: 'object',
  description: 'What the send would be and cost. Nothing was sent, and nothing was charged.',
  properties: {
    dryRun: { type: 'boolean', const: true },
    ...SEGMENTS,
    credits: { $ref: '#/components/schemas/Credits' },
    errorType: {
      type: 'string',
      description:
        'What the message would fail with by its text, and its credits be given back; absent when it would not.',
      enum: ['content_rejected', 'message_rejected'],
    },
    errorMessage: {
      type: 'string',
      maxLength: MAX_SENTENCE_CHARACTERS,
      description: 'With `errorType`.',
    },
    warnings: {
      ...WARNINGS_SCHEMA,
      description: `${WARNINGS_SCHEMA.description} \`review\` and \`set_aside\` as in the answer to a send.`,
    },
  },
  required: ['dryRun', 'encoding', 'segments', 'credits'],
  dependentRequired: { errorType: ['errorMessage'], errorMessage: ['errorType'] },
  additionalProperties: false,
} as const;

export const JOB_DRY_RUN_SCHEMA = {
  type: 'object',
  description: 'What the job would be and cost. Nothing was sent, and nothing was charged.',
  properties: {
    dryRun: { type: 'boolean', const: true },
    totalRecipients: { type: 'integer', minimum: 0, description: 'Who would be accepted.' },
    dropped: {
      type: 'object',
      description: 'Who would be dropped, and why.',
      properties: {
        notOptedIn: { type: 'integer', minimum: 0 },
        hardOptedOut: { type: 'integer', minimum: 0 },
        keyConsumed: {
          type: 'integer',
          minimum: 0,
          description: 'Whose `idempotencyKey` stands for a message that has been sent.',
        },
      },
      required: ['notOptedIn', 'hardOptedOut', 'keyConsumed'],
      additionalProperties: false,
    },
    skipped: {
      type: 'object',
      description:
        'How many of `totalRecipients` would be skipped at their turn, as things are now; absent when none would.',
      properties: {
        review: { type: 'integer', minimum: 1, description: 'Whose text is under review.' },
        setAside: { type: 'integer', minimum: 1, description: 'Whose number is set aside.' },
      },
      minProperties: 1,
      additionalProperties: false,
    },
    encoding: { ...SEGMENTS.encoding, description: 'UCS-2 when any body needs it.' },
    segments: {
      ...SEGMENTS.segments,
      description: 'Of the longest body, before its merge tags are resolved.',
    },
    credits: { $ref: '#/components/schemas/Credits' },
    failing: {
      type: 'object',
      description:
        'How many recipients would fail by their texts, with the values of their merge tags; absent when none would.',
      properties: {
        lookedAt: {
          type: 'integer',
          minimum: 1,
          maximum: 1000,
          description: 'How many were looked at: the first 1,000.',
        },
        contentRejected: { type: 'integer', minimum: 0, description: 'With `content_rejected`.' },
        messageRejected: { type: 'integer', minimum: 0, description: 'With `message_rejected`.' },
      },
      required: ['lookedAt', 'contentRejected', 'messageRejected'],
      additionalProperties: false,
    },
    warnings: {
      ...WARNINGS_SCHEMA,
      maxItems: 21,
      description: `${WARNINGS_SCHEMA.description} Of a batch with the first recipients that have it.`,
    },
  },
  required: ['dryRun', 'totalRecipients', 'dropped', 'encoding', 'segments', 'credits'],
  additionalProperties: false,
} as const;
