import type { EventType } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { MAX_CARRIER_REASON_CHARACTERS } from '../../../limits';
import type { Channel, DeliveryStatus, ProviderDetails, ProviderEvents, Receipt } from '../port';

/** Events of texts, media and RCS, without the names that stand for all events of a kind. */
type MessageEventType = Exclude<
  Extract<EventType, `TEXT_${string}` | `MEDIA_${string}` | `RCS_${string}`>,
  `${string}_ALL`
>;

/**
 * Meaning of an event for its message.
 *
 * - `onItsWay`: never tells how the message ended
 * - `taken`: the recipient's carrier has it. As the last event (`isFinal`) it means success, because no better one
 *   follows: AWS says that `SUCCESSFUL` and `DELIVERED` are used interchangeably, depending on the country
 * - `arrived`: the phone has it
 * - `read`: the recipient has opened it, so it has arrived, whether that has been reported or not
 * - `lost`: it was not delivered, if this is the last event; until then it still may be
 * - `invalid`: lost, and so is every other message to the number. AWS says so of no other event: the carrier is
 *   unreachable by "a transient error", a phone because it is "not connected to a mobile network, or is powered off", an
 *   unknown error is "temporary or permanent", and a block can be lifted
 */
type Meaning = 'onItsWay' | 'taken' | 'arrived' | 'read' | 'lost' | 'invalid';

/**
 * Every event of a message with its meaning: an SDK with additional events does not compile.
 *
 * End User Messaging reports `UNKNOWN` when no carrier has reported anything for 72 hours, and for failures without a
 * name of their own: such a message may not have arrived.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Event types for SMS, MMS, and voice", "Example event data", "RCS
 * message events" and "RCS to SMS fallback using phone pools"; API reference of version 2, `EventDestination.MatchingEventTypes`, which says that `TEXT_SENT` is not supported.
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
  TEXT_INVALID: 'invalid',
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
  MEDIA_INVALID: 'invalid',
  MEDIA_INVALID_MESSAGE: 'lost',
  MEDIA_SPAM: 'lost',
  MEDIA_TTL_EXPIRED: 'lost',
  MEDIA_UNKNOWN: 'lost',
  MEDIA_UNREACHABLE: 'lost',
  RCS_QUEUED: 'onItsWay',
  RCS_SENT: 'onItsWay',
  RCS_FALLEN_BACK_TO_SMS: 'onItsWay',
  RCS_DELIVERED: 'arrived',
  RCS_READ: 'read',
  RCS_FAILED: 'lost',
  RCS_PROTECT_BLOCKED: 'lost',
  RCS_TTL_EXPIRED: 'lost',
};
const FALLEN_BACK = 'RCS_FALLEN_BACK_TO_SMS' satisfies MessageEventType;

/** Begins the id of an RCS agent, which stands for the number in events of RCS. */
const AGENT = 'rcs-';

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
  const meaning = meaningOf(eventType);
  if (meaning === undefined) return undefined;
  const status = deliveryStatusOf(meaning, isFinal === true);
  const at = new Date(eventTimestamp).toISOString();
  const isRead = meaning === 'read';
  const to = textOf((event as Record<string, unknown>).destinationPhoneNumber);
  return {
    ...detailsOf(event as Record<string, unknown>, { status, isRead }),
    ...{ messageId, status, at },
    ...(to !== undefined && { to }),
    ...(meaning === 'invalid' && status === 'failed' && { isPermanent: true }),
    ...(isRead && { readAt: at }),
    ...(pool === 'yes' && chosenBy(eventType, numberOf(event))),
    ...(typeof trace === 'string' && { trace }),
  };
};

/**
 * Returns what a pool has chosen for a message. RCS falls back to a number of the pool within the same message; the
 * event that tells so still names the agent.
 */
function chosenBy(eventType: string, identity: string | undefined): Pick<Receipt, 'sentFrom' | 'channel'> {
  if (eventType === FALLEN_BACK) return { channel: 'sms' };
  return { sentFrom: identity, channel: channelOf(eventType, identity) };
}

function channelOf(eventType: string, identity: string | undefined): Channel {
  if (eventType.startsWith('MEDIA_')) return 'mms';
  return eventType.startsWith('RCS_') || identity?.startsWith(AGENT) === true ? 'rcs' : 'sms';
}

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

/** Returns the number or RCS agent from which a message of a pool left. */
const numberOf = (event: object): string | undefined =>
  textOf((event as { originationPhoneNumber?: unknown }).originationPhoneNumber);

/**
 * Returns the meaning of an event.
 *
 * @returns `undefined` for events of anything but messages. A type that is not in the table yet proves that the provider
 *   has the message, but does not tell how it ended
 */
function meaningOf(eventType: string): Meaning | undefined {
  if (!/^(?:TEXT|MEDIA|RCS)_/.test(eventType)) return undefined;
  return Object.hasOwn(MEANINGS, eventType) ? MEANINGS[eventType as MessageEventType] : 'onItsWay';
}

/**
 * Returns the delivery status of a message after an event.
 *
 * @param isFinal as stated in the event: no other event follows, except that RCS reports the reading too
 */
function deliveryStatusOf(meaning: Meaning, isFinal: boolean): DeliveryStatus {
  switch (meaning) {
    case 'onItsWay':
      return 'pending';
    case 'taken':
      return isFinal ? 'delivered' : 'pending';
    case 'arrived':
    case 'read':
      return 'delivered';
    case 'lost':
    case 'invalid':
      return isFinal ? 'failed' : 'pending';
  }
}

const MICRO = 1_000_000;

/**
 * Reads the provider details of an event. Each event of a message has the price of the whole message, so prices of
 * several events must not be added; that of a reading is always 0, and tells nothing.
 *
 * @param event the event as published
 * @param options.status delivery status after this event
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Example event data": `messageId`, `messageStatusDescription`,
 * `carrierName`, `isoCountryCode`, `totalMessageParts`, `totalMessagePrice`, `totalCarrierFee`.
 */
function detailsOf(
  event: Readonly<Record<string, unknown>>,
  { status, isRead }: { status: DeliveryStatus; isRead: boolean },
): ProviderDetails {
  const { messageId, totalMessageParts: parts, messageStatus } = event;
  const price = isRead ? undefined : amountOf(event.totalMessagePrice);
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
