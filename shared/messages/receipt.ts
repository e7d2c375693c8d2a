import type { DeliveryStatus, Message } from './message';
import { deliveryStatusOf, detailsOf } from '../platform/provider/eum-events';
import type { TraceHeader } from '../platform/tracing';
import { PROVIDER_DETAILS, type ProviderDetails } from '../platform/provider/port';

/** What a provider reports of a message after it took it. */
export interface Receipt extends ProviderDetails {
  /** Our own id, as we gave it along. */
  messageId: string;
  status: DeliveryStatus;
  /** When the provider saw it; ISO. */
  at: string;
  /** Of the hand-over; absent where that was not traced. */
  trace?: TraceHeader | undefined;
}

/**
 * Reads an event of AWS End User Messaging's event destination.
 *
 * @returns `undefined` for what is no receipt of one of our messages: another kind of event, or no context
 */
export function readReceipt(event: unknown): Receipt | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const { eventType, eventTimestamp, isFinal, context } = event as Record<string, unknown>;
  const { messageId, trace } = (context ?? {}) as { messageId?: unknown; trace?: unknown };
  if (typeof eventType !== 'string' || typeof messageId !== 'string') return undefined;
  if (typeof eventTimestamp !== 'number' || !Number.isFinite(new Date(eventTimestamp).getTime()))
    return undefined;
  const status = deliveryStatusOf(eventType, isFinal === true);
  const at = new Date(eventTimestamp).toISOString();
  return (
    status && {
      ...detailsOf(event as Record<string, unknown>, status),
      ...{ messageId, status, at },
      ...(typeof trace === 'string' && { trace }),
    }
  );
}

/** Whether a receipt says more than what is known: what is final stays, and of two others the later one counts. */
export function supersedes(
  receipt: Receipt,
  known: Pick<Message, 'deliveryStatus' | 'deliveryStatusAt'>,
): boolean {
  if (known.deliveryStatus === undefined || known.deliveryStatusAt === undefined) return true;
  if (known.deliveryStatus !== 'pending') return false;
  return receipt.status !== 'pending' || receipt.at > known.deliveryStatusAt;
}

/** Whether a receipt only repeats that the provider refused the message, of which there was an event. */
export function isEchoOfRefusal(receipt: Receipt, message: Pick<Message, 'status'>): boolean {
  return message.status === 'failed' && receipt.status !== 'delivered';
}

/** What is known after a later receipt: its own details, and earlier ones that it does not have. */
export function detailsAfter(known: ProviderDetails | undefined, receipt: ProviderDetails): ProviderDetails {
  return Object.fromEntries(PROVIDER_DETAILS.map((name) => [name, receipt[name] ?? known?.[name]]));
}

/** The message with what a receipt says of it. */
export function asReported(message: Message, receipt: Receipt): Message {
  const { status: deliveryStatus, at: deliveryStatusAt, carrierReason } = receipt;
  return {
    ...message,
    ...detailsAfter(message, receipt),
    deliveryStatus,
    deliveryStatusAt,
    providerMessageId: message.providerMessageId ?? receipt.providerMessageId,
    carrierReason,
  };
}
