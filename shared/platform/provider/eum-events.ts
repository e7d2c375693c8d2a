import type { EventType } from '@aws-sdk/client-pinpoint-sms-voice-v2';

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
 * have no name of their own: nobody can count on such a message.
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
