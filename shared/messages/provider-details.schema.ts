import { MAX_CARRIER_REASON_CHARACTERS, MAX_ID_CHARACTERS, MAX_PROVIDER_ID_CHARACTERS } from '../limits';
import { CHANNELS } from '../platform/provider/port';

const OPTIONAL = 'absent until the provider tells.';

/** Property of `presentSentFrom` in the API reference. */
export const SENT_FROM_PROPERTY = {
  sentFrom: {
    type: 'string',
    maxLength: MAX_ID_CHARACTERS,
    description:
      'Identity that was used for a sender: a number, a sender id as `id:NAME`, or the RCS agent of a pool. Absent when `from` is a number, until it was handed over, and of a pool until a receipt names what it chose.',
    examples: ['+12065550100'],
  },
} as const;

/** Properties of `presentDetails` in the API reference. */
export const DETAILS_PROPERTIES = {
  channel: {
    type: 'string',
    enum: CHANNELS,
    description:
      'How it went. A pool with an RCS agent tries `rcs` first and may fall back to `sms`. Absent until it was handed over, and of a pool until a receipt tells.',
    examples: ['sms'],
  },
  readAt: {
    $ref: '#/components/schemas/Timestamp',
    description: 'When the recipient opened it; only RCS reports that, and not of everybody.',
  },
  providerMessageId: {
    type: 'string',
    maxLength: MAX_PROVIDER_ID_CHARACTERS,
    description: `The provider's own id of the message; ${OPTIONAL}`,
    examples: ['862a8790-60c0-4430-9b2b-658bdexample'],
  },
  parts: {
    type: 'integer',
    minimum: 1,
    description: `Message parts that the provider counted; ${OPTIONAL}`,
  },
  carrierReason: {
    type: 'string',
    maxLength: MAX_CARRIER_REASON_CHARACTERS,
    description: 'Why the message did not arrive, in the words of the provider or carrier.',
    examples: ['Phone is currently unreachable or unavailable'],
  },
  price: {
    type: 'number',
    minimum: 0,
    description: `What the provider charges for all parts, in US dollars, carrier fees included; ${OPTIONAL}`,
    examples: [0.00883],
  },
} as const;
