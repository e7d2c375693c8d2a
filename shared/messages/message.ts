import { array, boolean, literal, number, object, optional, picklist, string } from 'valibot';
import { NO_CHARGE } from '../accounts/charge';
import { storedCharge } from '../accounts/stored-charge';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { messageKey } from '../platform/store/keys';
import { fromStatusAsStored, UNKNOWN_AS_ANSWERED } from './outcome';
import { storedWait } from './wait';

/** What an answer says of a message. **Source:** rules 3.1. */
export type MessageStatus = 'sent' | 'queued' | 'failed';

/**
 * Inside the service a message that the provider gave no answer for is `unknown`. It is stored and answered as
 * `failed`, with an `errorType` of its own.
 */
export type KnownStatus = MessageStatus | 'unknown';

/**
 * A single message as it is stored. What has a default was not stored at first, or is so in a new message.
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
    /** `send` is a customer's own message, single or of a job; the others are the service's, free of charge. */
    purpose: optional(picklist(['send', 'optInMessage', 'optInConfirmation', 'keywordReply']), 'send'),
    /** Of a group's text: whose membership it is about. */
    groupId: optional(string()),
    /** ISO; it is handed over before this or not at all. */
    sendBefore: optional(string()),
    to: string(),
    from: string(),
    /** The resolved text; empty for an MMS without body. */
    body: string(),
    mediaUrl: optional(string()),
    status: optional(picklist(['sent', 'queued', 'failed']), 'queued'),
    /** The text of the recipient was under review when the message was accepted, which its answer says. */
    isUnderReview: optional(literal(true)),
    /** Only when `failed`. */
    errorType: optional(string()),
    errorMessage: optional(string()),
    /** When it was handed to the provider; absent while queued and when failed. */
    sentAt: optional(string()),
    providerMessageId: optional(string()),
    /** Message parts, carrier's reason and price, as the provider reported them. */
    parts: optional(number()),
    carrierReason: optional(string()),
    price: optional(number()),
    /** What the provider's last receipt was, and of which carrier and country. */
    eventType: optional(string()),
    eventDescription: optional(string()),
    carrier: optional(string()),
    country: optional(string()),
    /** Of the provider's last answer: the id of the request, and the provider's code for why. */
    providerRequestId: optional(string()),
    providerReason: optional(string()),
    /** When the outcome of the hand-over was stored; ISO. */
    settledAt: optional(string()),
    /** What it waited for, oldest first. */
    waits: optional(array(storedWait)),
    /** What the provider's receipts say. */
    deliveryStatus: optional(picklist(['pending', 'delivered', 'failed'])),
    deliveryStatusAt: optional(string()),
    createdAt: string(),
    /** When DynamoDB may delete it; absent in what is kept for good. */
    expiresAtEpochSeconds: optional(number()),
    /** The contact whose values the text has, where that is not the recipient: a test of a campaign. */
    valuesOf: optional(string()),
    /** The person was erased: number, text and file are empty. */
    erased: optional(boolean()),
    /**
     * - `handingOver`: a worker holds a lease and may be calling the provider
     * - `waiting`: for its turn or for a retry on the message queue
     * - `settled`: the outcome is stored
     */
    phase: optional(picklist(['handingOver', 'waiting', 'settled']), 'waiting'),
    /** Until when the worker that sends it may still do so; ISO. */
    leaseUntil: optional(string()),
    /** How often the provider was asked, or was about to be. */
    attempts: optional(number(), 0),
    /** When the next one is due; only while `waiting`. */
    nextAttemptAt: optional(string()),
    /** What was charged for it, and is refunded if it is not sent. */
    charge: optional(storedCharge, NO_CHARGE),
    /** The caller's key, so that the outcome can complete or free it. */
    idempotencyKey: optional(string()),
  }),
});

type StoredMessage = ValueOf<typeof storedMessage>;
export type MessagePurpose = StoredMessage['purpose'];
export type MessagePhase = StoredMessage['phase'];
export type DeliveryStatus = NonNullable<StoredMessage['deliveryStatus']>;

export type Message = Omit<StoredMessage, 'status'> & { status: KnownStatus };

/** A message that is yet to be sent; `waiting` for the message queue unless said otherwise. */
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

/** What an answer or event says of a message. */
export type PresentedMessage = Record<string, string | number | boolean | null>;

/** The form of rules 2.1: exactly its fields, absent ones left out. Of an erased person: that of rules E2. */
export function presentMessage(message: Message): PresentedMessage {
  const { id, direction, to, from, body, createdAt } = message;
  const people = message.erased ? presentErased(message) : { to, from, body };
  return { id, direction, ...people, ...presentStatus(message), createdAt };
}

/** Of an inbound message both numbers are left out: what is left says nothing of a conversation. */
function presentErased({ direction, from }: Message) {
  return { to: null, from: direction === 'inbound' ? null : from, body: null, erased: true };
}

function presentStatus({ status, sentAt, errorType, errorMessage }: Message) {
  switch (status) {
    case 'sent':
    case 'queued':
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
