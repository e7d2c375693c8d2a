import type { Item } from '../platform/table';

export type MessageStatus = 'sent' | 'queued' | 'failed';

/** A single message. **Source:** contract 2.1. */
export interface Message {
  id: string;
  accountId: string;
  direction: 'outbound' | 'inbound';
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
  createdAt: string;
}

export function readMessage(item: Item): Message {
  return {
    id: item.id as string,
    accountId: item.accountId as string,
    direction: item.direction as Message['direction'],
    to: item.to as string,
    from: item.from as string,
    body: item.body as string,
    mediaUrl: item.mediaUrl as string | undefined,
    status: item.status as MessageStatus,
    errorType: item.errorType as string | undefined,
    errorMessage: item.errorMessage as string | undefined,
    sentAt: item.sentAt as string | undefined,
    providerMessageId: item.providerMessageId as string | undefined,
    createdAt: item.createdAt as string,
  };
}

/** The form of contract 2.1: exactly its fields, absent ones left out. */
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
