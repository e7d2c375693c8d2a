import type { DeliveryStatus, Message } from './message';
import { deliveryStatusOf, detailsOf } from '../platform/provider/eum-events';
import type { TraceHeader } from '../platform/observability/tracing';
import { PROVIDER_DETAILS, type ProviderDetails } from '../platform/provider/port';

/** Report of the provider about a message that it accepted. */
export interface Receipt extends ProviderDetails {
  /** Message id of the service, which the hand-over passed to the provider. */
  messageId: string;
  status: DeliveryStatus;
  /** Time of the report at the provider; ISO. */
  at: string;
  /** Trace of the hand-over; absent when it was not traced. */
  trace?: TraceHeader | undefined;
}

/**
 * Reads an event of the event destination of AWS End User Messaging.
 *
 * @returns `undefined` for an event that is no receipt of the service's messages: another kind of event, or one without
 *   context
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

/** Returns true when a receipt adds to what is known: a final status stays, and of two others the later one counts. */
export function supersedes(
  receipt: Receipt,
  known: Pick<Message, 'deliveryStatus' | 'deliveryStatusAt'>,
): boolean {
  if (known.deliveryStatus === undefined || known.deliveryStatusAt === undefined) return true;
  if (known.deliveryStatus !== 'pending') return false;
  return receipt.status !== 'pending' || receipt.at > known.deliveryStatusAt;
}

/** Returns true when a receipt only repeats that the provider refused the message, which already had an event. */
export function isEchoOfRefusal(receipt: Receipt, message: Pick<Message, 'status'>): boolean {
  return message.status === 'failed' && receipt.status !== 'delivered';
}

/** Returns the details after a later receipt: its own, and earlier ones that it does not have. */
export function detailsAfter(known: ProviderDetails | undefined, receipt: ProviderDetails): ProviderDetails {
  return Object.fromEntries(PROVIDER_DETAILS.map((name) => [name, receipt[name] ?? known?.[name]]));
}

/** Returns the message with the data of a receipt. */
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
