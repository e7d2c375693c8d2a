import { array, boolean, literal, number, object, optional, picklist, string } from 'valibot';
import { NO_CHARGE } from '../accounts/charge';
import { storedCharge } from '../accounts/stored-charge';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { messageKey } from '../platform/store/keys';
import { type Channel, CHANNELS, DELIVERY_STATUSES } from '../platform/provider/port';
import { fromStatusAsStored, UNKNOWN_AS_ANSWERED } from './outcome';
import { isPool } from '../senders/sender';
import { RECIPIENT_CAUTIONS } from './recipient-caution';
import { storedWait } from './wait';

/** Status of a message in a response. **Source:** rules 3.1. */
export type MessageStatus = 'sent' | 'queued' | 'failed';

/**
 * Status of a message inside the service: `unknown` when the provider gave no answer. It is stored and returned as
 * `failed` with an `errorType` of its own.
 */
type KnownStatus = MessageStatus | 'unknown';

/**
 * `send` is a customer's own message, single or of a job; the others are texts of the service, free of charge.
 * `keywordReply` answers STOP and HELP, `autoReply` a keyword of the account or any other text.
 */
export const MESSAGE_PURPOSES = [
  'send',
  'optInMessage',
  'optInConfirmation',
  'keywordReply',
  'autoReply',
] as const;

/**
 * Single message as it is stored. Fields with a default did not exist at first, or have this value in a new message.
 *
 * **Source:** rules 2.1.
 */
export const storedMessage = defineItem({
  entity: 'message',
  key: messageKey,
  value: object({
    id: string(),
    accountId: string(),
    direction: optional(picklist(['outbound', 'inbound']), 'outbound'),
    purpose: optional(picklist(MESSAGE_PURPOSES), 'send'),
    /** Group whose membership a text of the group is about. */
    groupId: optional(string()),
    /** ISO time; the message is handed over before this or not at all. */
    sendBefore: optional(string()),
    to: string(),
    /** Number from which it leaves, or other identity of a sender: `pool:NAME`, `id:NAME`. */
    from: string(),
    /** Sender that was asked for; `from` is the member of it that was chosen. */
    senderId: optional(string()),
    /** Number or RCS agent that a pool has chosen, and its channel. */
    sentFrom: optional(string()),
    channel: optional(picklist(CHANNELS)),
    /** Resolved text; empty for an MMS without body. */
    body: string(),
    mediaUrl: optional(string()),
    status: optional(picklist(['sent', 'queued', 'failed']), 'queued'),
    /** Cautions about the recipient as the message was accepted, as its response says; absent: none. */
    cautions: optional(array(picklist(RECIPIENT_CAUTIONS))),
    /** Only when `failed`. */
    errorType: optional(string()),
    errorMessage: optional(string()),
    /** Time of the hand-over to the provider; absent while queued and when failed. */
    sentAt: optional(string()),
    providerMessageId: optional(string()),
    /** Set when the provider is told of the first click or an answer. */
    expectsFeedback: optional(literal(true)),
    /** Message parts, carrier's reason and price, as the provider reported them. */
    parts: optional(number()),
    carrierReason: optional(string()),
    price: optional(number()),
    /** Type and description of the provider's last receipt, with carrier and country. */
    eventType: optional(string()),
    eventDescription: optional(string()),
    carrier: optional(string()),
    country: optional(string()),
    /** Request id and reason code of the provider's last answer. */
    providerRequestId: optional(string()),
    providerReason: optional(string()),
    /** Time at which the outcome of the hand-over was stored; ISO. */
    settledAt: optional(string()),
    /** Waits before attempts, oldest first. */
    waits: optional(array(storedWait)),
    /** Status in the provider's receipts. */
    deliveryStatus: optional(picklist(DELIVERY_STATUSES)),
    deliveryStatusAt: optional(string()),
    /** Time at which the recipient opened the message; only RCS reports it. */
    readAt: optional(string()),
    createdAt: string(),
    /** Time at which DynamoDB may delete the message; absent for messages that are kept forever. */
    expiresAtEpochSeconds: optional(number()),
    /** Contact whose values the text contains, when it is not the recipient: a test of a campaign. */
    valuesOf: optional(string()),
    /** Set when the person was erased: number, text and file are empty. */
    erased: optional(boolean()),
    /**
     * - `handingOver`: a worker holds a lease and may be calling the provider
     * - `waiting`: for its turn or for a retry on the message queue
     * - `settled`: the outcome is stored
     */
    phase: optional(picklist(['handingOver', 'waiting', 'settled']), 'waiting'),
    /** End of the lease of the worker that sends it; ISO. */
    leaseUntil: optional(string()),
    /** Attempts, including one that is about to begin. */
    attempts: optional(number(), 0),
    /** Time of the next attempt; only while `waiting`. */
    nextAttemptAt: optional(string()),
    /** Reason for which the message waits, besides its turn: the provider, or a pause. */
    waitingFor: optional(picklist(['provider', 'paused'])),
    /** Credits charged for the message, refunded if it is not sent. */
    charge: optional(storedCharge, NO_CHARGE),
    /** Address to which each new status is posted. */
    statusCallback: optional(string()),
    /** The caller's idempotency key, which the outcome completes or releases. */
    idempotencyKey: optional(string()),
  }),
});

type StoredMessage = ValueOf<typeof storedMessage>;
export type MessagePurpose = StoredMessage['purpose'];

export type Message = Omit<StoredMessage, 'status'> & { status: KnownStatus };

/** Creates a message that is not sent yet; `waiting` for the message queue by default. */
export function newMessage(
  fields: Pick<Message, 'id' | 'accountId' | 'to' | 'from' | 'body' | 'createdAt'> & Partial<Message>,
): Message {
  return {
    direction: 'outbound',
    purpose: 'send',
    status: 'queued',
    phase: 'waiting',
    attempts: 0,
    charge: NO_CHARGE,
    ...fields,
  };
}

export function readMessage(item: Item): Message {
  return fromStatusAsStored(storedMessage.read(item));
}

/** Fields of a message in a response or event. */
type PresentedMessage = Record<string, string | number | boolean | null>;

/** Returns a message as in rules 2.1: exactly its fields, without absent ones. For an erased person, as in rules E2. */
export function presentMessage(message: Message): PresentedMessage {
  const { id, direction, to, senderId, body, createdAt } = message;
  const from = senderId ?? message.from;
  const people = message.erased ? presentErased({ ...message, from }) : { to, from, body };
  return { id, direction, ...people, ...presentSentFrom(message), ...presentStatus(message), createdAt };
}

/** Returns the identity that was used for a sender; a pool's is known once a receipt names it. */
export function presentSentFrom({
  senderId,
  from,
  sentFrom = from,
}: Pick<Message, 'senderId' | 'from' | 'sentFrom'>): { sentFrom?: string } {
  const isUnknown = senderId === undefined || sentFrom === senderId || isPool(sentFrom);
  return isUnknown ? {} : { sentFrom };
}

/**
 * Returns the channel of a message; `undefined` until it was handed over, and of a pool until a receipt tells.
 *
 * **Source:** rules 2.8.
 */
export function channelOf(message: Message): Channel | undefined {
  const { channel, direction, status, deliveryStatus, from, mediaUrl, erased } = message;
  // Replies by RCS do not reach the service.
  if (direction === 'inbound') return 'sms';
  const isHandedOver = status === 'sent' || deliveryStatus !== undefined;
  // The file of an erased person is gone, and with it the difference between SMS and MMS.
  if (channel !== undefined || !isHandedOver || isPool(from) || erased) return channel;
  return mediaUrl === undefined ? 'sms' : 'mms';
}

/** Leaves out both numbers of an inbound message, so that the rest says nothing about a conversation. */
function presentErased({ direction, from }: Message) {
  return { to: null, from: direction === 'inbound' ? null : from, body: null, erased: true };
}

function presentStatus({ status, sentAt, errorType, errorMessage, waitingFor }: Message) {
  switch (status) {
    case 'queued':
      return { status, ...(waitingFor !== undefined && { waitingFor }) };
    case 'sent':
      return { status, ...(sentAt !== undefined && { sentAt }) };
    case 'failed':
      return {
        status,
        errorType: errorType ?? 'unknown',
        errorMessage: errorMessage ?? 'The provider did not deliver the message.',
      };
    case 'unknown':
      return UNKNOWN_AS_ANSWERED;
  }
}
