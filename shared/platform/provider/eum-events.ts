import type { EventType } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { ProviderDetails } from './port';

/** Events of texts and of media, less the names that stand for all of a kind. */
export type MessageEventType = Exclude<
  Extract<EventType, `TEXT_${string}` | `MEDIA_${string}`>,
  'TEXT_ALL' | 'MEDIA_ALL'
>;

/**
 * - `onItsWay`: never says how it ended
 * - `taken`: the recipient's carrier has it. Where that is the last word (`isFinal`) there is no better news to come: AWS
 *   says that `SUCCESSFUL` and `DELIVERED` are used interchangeably, depending on the country
 * - `arrived`: the phone has it
 * - `lost`: it did not arrive, if that is the last word; until then it may yet
 */
type Meaning = 'onItsWay' | 'taken' | 'arrived' | 'lost';

/**
 * Every event of a text or a media message: an SDK that knows more of them does not compile.
 *
 * `UNKNOWN` is what End User Messaging reports when no carrier has said anything for 72 hours, and for failures that
 * have no name of their own: such a message may not have arrived.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Event types for SMS, MMS, and voice" and "Example event data";
 * API reference of version 2, `EventDestination.MatchingEventTypes`, which says that `TEXT_SENT` is not supported.
 */
const MEANINGS: Record<MessageEventType, Meaning> = {
  TEXT_QUEUED: 'onItsWay',
  TEXT_PENDING: 'onItsWay',
  TEXT_SENT: 'onItsWay',
  TEXT_SUCCESSFUL: 'taken',
  TEXT_DELIVERED: 'arrived',
  TEXT_BLOCKED: 'lost',
  TEXT_CARRIER_BLOCKED: 'lost',
  TEXT_CARRIER_UNREACHABLE: 'lost',
  TEXT_INVALID: 'lost',
  TEXT_INVALID_MESSAGE: 'lost',
  TEXT_PROTECT_BLOCKED: 'lost',
  TEXT_SPAM: 'lost',
  TEXT_TTL_EXPIRED: 'lost',
  TEXT_UNKNOWN: 'lost',
  TEXT_UNREACHABLE: 'lost',
  MEDIA_QUEUED: 'onItsWay',
  MEDIA_PENDING: 'onItsWay',
  MEDIA_SUCCESSFUL: 'taken',
  MEDIA_DELIVERED: 'arrived',
  MEDIA_BLOCKED: 'lost',
  MEDIA_CARRIER_BLOCKED: 'lost',
  MEDIA_CARRIER_UNREACHABLE: 'lost',
  MEDIA_FILE_INACCESSIBLE: 'lost',
  MEDIA_FILE_SIZE_EXCEEDED: 'lost',
  MEDIA_FILE_TYPE_UNSUPPORTED: 'lost',
  MEDIA_INVALID: 'lost',
  MEDIA_INVALID_MESSAGE: 'lost',
  MEDIA_SPAM: 'lost',
  MEDIA_TTL_EXPIRED: 'lost',
  MEDIA_UNKNOWN: 'lost',
  MEDIA_UNREACHABLE: 'lost',
};

/**
 * How far a message has got by an event of it.
 *
 * @param isFinal as the event says; only then it is the last word
 * @returns `undefined` for events of anything but texts and media. A type that is not in the table yet proves that the
 *   provider has the message, and says nothing of its end
 */
export function deliveryStatusOf(
  eventType: string,
  isFinal: boolean,
): 'delivered' | 'pending' | 'failed' | undefined {
  if (!/^(?:TEXT|MEDIA)_/.test(eventType)) return undefined;
  const meaning = Object.hasOwn(MEANINGS, eventType) ? MEANINGS[eventType as MessageEventType] : 'onItsWay';
  switch (meaning) {
    case 'onItsWay':
      return 'pending';
    case 'taken':
      return isFinal ? 'delivered' : 'pending';
    case 'arrived':
      return 'delivered';
    case 'lost':
      return isFinal ? 'failed' : 'pending';
  }
}

const LONGEST_TEXT = 200;
const MICRO = 1_000_000;

/**
 * What an event reports of its message. Each event of a message has the price of the whole message, so
 * that prices of several events are not added up.
 *
 * @param event as published
 * @param status of the message by this event
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Example event data": `messageId`, `messageStatusDescription`,
 * `carrierName`, `isoCountryCode`, `totalMessageParts`, `totalMessagePrice`, `totalCarrierFee`.
 */
export function detailsOf(
  event: Readonly<Record<string, unknown>>,
  status: 'delivered' | 'pending' | 'failed',
): ProviderDetails {
  const { messageId, totalMessageParts: parts, messageStatus } = event;
  const price = amountOf(event.totalMessagePrice);
  return {
    providerMessageId: textOf(messageId),
    parts: typeof parts === 'number' && Number.isSafeInteger(parts) && parts >= 1 ? parts : undefined,
    carrierReason:
      status === 'failed' ? (textOf(event.messageStatusDescription) ?? textOf(messageStatus)) : undefined,
    eventType: textOf(event.eventType),
    eventDescription: textOf(event.messageStatusDescription),
    carrier: textOf(event.carrierName),
    country: textOf(event.isoCountryCode),
    price:
      price === undefined
        ? undefined
        : Math.round((price + (amountOf(event.totalCarrierFee) ?? 0)) * MICRO) / MICRO,
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim().slice(0, LONGEST_TEXT) : '';
  return text === '' ? undefined : text;
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
