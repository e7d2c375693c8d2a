import type { EventType } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { MAX_CARRIER_REASON_CHARACTERS } from '../../../limits';
import type { DeliveryStatus, ProviderDetails, ProviderEvents, Receipt } from '../port';

/** Events of texts and media, without the names that stand for all events of a kind. */
type MessageEventType = Exclude<
  Extract<EventType, `TEXT_${string}` | `MEDIA_${string}`>,
  'TEXT_ALL' | 'MEDIA_ALL'
>;

/**
 * Meaning of an event for its message.
 *
 * - `onItsWay`: never tells how the message ended
 * - `taken`: the recipient's carrier has it. As the last event (`isFinal`) it means success, because no better one
 *   follows: AWS says that `SUCCESSFUL` and `DELIVERED` are used interchangeably, depending on the country
 * - `arrived`: the phone has it
 * - `lost`: it was not delivered, if this is the last event; until then it still may be
 */
type Meaning = 'onItsWay' | 'taken' | 'arrived' | 'lost';

/**
 * Every event of a text or a media message with its meaning: an SDK with additional events does not compile.
 *
 * End User Messaging reports `UNKNOWN` when no carrier has reported anything for 72 hours, and for failures without a
 * name of their own: such a message may not have arrived.
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
 * Reads an event of the event destination.
 *
 * @returns `undefined` also for an event without the context that the hand-over gave it
 */
export const readReceipt: ProviderEvents['readReceipt'] = (event): Receipt | undefined => {
  if (typeof event !== 'object' || event === null) return undefined;
  const { eventTimestamp, isFinal } = event as Record<string, unknown>;
  const { eventType, messageId, trace, pool } = identifyReceipt(event);
  if (typeof eventType !== 'string' || typeof messageId !== 'string') return undefined;
  if (typeof eventTimestamp !== 'number' || !Number.isFinite(new Date(eventTimestamp).getTime()))
    return undefined;
  const status = deliveryStatusOf(eventType, isFinal === true);
  const at = new Date(eventTimestamp).toISOString();
  return (
    status && {
      ...detailsOf(event as Record<string, unknown>, status),
      ...{ messageId, status, at },
      ...(pool === 'yes' && { sentFrom: numberOf(event) }),
      ...(typeof trace === 'string' && { trace }),
    }
  );
};

/** Returns the type of an event, and what the hand-over gave it as context; not checked. */
export function identifyReceipt(event: object): {
  eventType?: unknown;
  messageId?: unknown;
  trace?: unknown;
  pool?: unknown;
} {
  const { eventType, context } = event as Record<string, unknown>;
  const { messageId, trace, pool } = (context ?? {}) as Record<string, unknown>;
  return { eventType, messageId, trace, pool };
}

/** Returns the number from which a message of a pool left. */
const numberOf = (event: object): string | undefined =>
  textOf((event as { originationPhoneNumber?: unknown }).originationPhoneNumber);

/**
 * Returns the delivery status of a message after an event.
 *
 * @param isFinal as stated in the event: no other event follows
 * @returns `undefined` for events of anything but texts and media. A type that is not in the table yet proves that the
 *   provider has the message, but does not tell how it ended
 */
function deliveryStatusOf(eventType: string, isFinal: boolean): DeliveryStatus | undefined {
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

const MICRO = 1_000_000;

/**
 * Reads the provider details of an event. Each event of a message has the price of the whole message, so prices of
 * several events must not be added.
 *
 * @param event the event as published
 * @param status delivery status after this event
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Example event data": `messageId`, `messageStatusDescription`,
 * `carrierName`, `isoCountryCode`, `totalMessageParts`, `totalMessagePrice`, `totalCarrierFee`.
 */
function detailsOf(event: Readonly<Record<string, unknown>>, status: DeliveryStatus): ProviderDetails {
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
  const text = typeof value === 'string' ? value.trim().slice(0, MAX_CARRIER_REASON_CHARACTERS) : '';
  return text === '' ? undefined : text;
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
