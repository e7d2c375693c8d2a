import type { Item } from '../platform/store/item';
import { type Charge, NO_CHARGE } from '../accounts/charge';
import type { ProviderDetails } from '../platform/provider/port';

/** `send` is a customer's own message, single or of a job; the others are the service's, free of charge. */
export type MessagePurpose = 'send' | 'optInMessage' | 'optInConfirmation' | 'keywordReply';

export type MessageStatus = 'sent' | 'queued' | 'failed';

/**
 * Where a message is on its way out.
 *
 * - `handingOver`: somebody holds a lease and may be talking to the provider
 * - `waiting`: for its turn or for another try on the message queue
 * - `settled`: nothing more will be done
 */
export type MessagePhase = 'handingOver' | 'waiting' | 'settled';

/** What the provider's receipts say. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A single message. **Source:** rules 2.1. */
export interface Message extends ProviderDetails {
  id: string;
  accountId: string;
  direction: 'outbound' | 'inbound';
  purpose: MessagePurpose;
  /** Of a group's text: whose membership it is about. Absent in what was stored before it was kept. */
  groupId: string | undefined;
  to: string;
  from: string;
  /** The resolved text; empty for an MMS without body. */
  body: string;
  mediaUrl: string | undefined;
  status: MessageStatus;
  /** Only when `failed`. */
  errorType: string | undefined;
  errorMessage: string | undefined;
  /** When it was handed to the provider; absent while queued and when failed. */
  sentAt: string | undefined;
  providerMessageId: string | undefined;
  deliveryStatus: DeliveryStatus | undefined;
  deliveryStatusAt: string | undefined;
  createdAt: string;

  phase: MessagePhase;
  /** Until when whoever hands it over may still be at it; ISO. */
  leaseUntil: string | undefined;
  /** Hand-overs begun. */
  attempts: number;
  /** When the next one is due; only while `waiting`. */
  nextAttemptAt: string | undefined;
  /** What was taken for it and is given back if it is not handed over. */
  charge: Charge;
  /** The caller's key, so that the outcome can consume or free it. */
  idempotencyKey: string | undefined;
}

/** A message that is yet to go out; `waiting` for the message queue unless told otherwise. */
export function newMessage(
  fields: Pick<Message, 'id' | 'accountId' | 'to' | 'from' | 'body' | 'createdAt'> & Partial<Message>,
): Message {
  return {
    direction: 'outbound',
    purpose: 'send',
    groupId: undefined,
    mediaUrl: undefined,
    status: 'queued',
    errorType: undefined,
    errorMessage: undefined,
    sentAt: undefined,
    providerMessageId: undefined,
    deliveryStatus: undefined,
    deliveryStatusAt: undefined,
    phase: 'waiting',
    leaseUntil: undefined,
    attempts: 0,
    nextAttemptAt: undefined,
    charge: NO_CHARGE,
    idempotencyKey: undefined,
    ...fields,
  };
}

export function readMessage(item: Item): Message {
  return newMessage(item as unknown as Message & Item);
}

/** The form of rules 2.1: exactly its fields, absent ones left out. */
export function presentMessage(message: Message): Record<string, string> {
  return {
    id: message.id,
    direction: message.direction,
    to: message.to,
    from: message.from,
    body: message.body,
    status: message.status,
    ...(message.status === 'failed' && {
      errorType: message.errorType ?? 'unknown',
      errorMessage: message.errorMessage ?? 'The provider did not deliver the message.',
    }),
    ...(message.status !== 'failed' && message.sentAt !== undefined && { sentAt: message.sentAt }),
    createdAt: message.createdAt,
  };
}
