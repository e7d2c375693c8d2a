import type { DeliveryStatus } from '../messages/message';

/** What a provider reports of a message on its way to the phone. */
export interface Receipt {
  /** Our own id, as we gave it along. */
  messageId: string;
  status: DeliveryStatus;
  /** When the provider saw it; ISO. */
  at: string;
}

/** Events that say where the message has got to; whatever else is final did not arrive. */
const DELIVERED = /^(?:TEXT|MEDIA)_DELIVERED$/;
const UNDER_WAY = /^(?:TEXT|MEDIA)_(?:QUEUED|PENDING|SENT|SUCCESSFUL)$/;

/**
 * Reads an event of AWS End User Messaging's event destination.
 *
 * @returns `undefined` for what is no receipt of one of our messages: another kind of event, or no context
 */
export function readReceipt(event: unknown): Receipt | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const { eventType, eventTimestamp, isFinal, context } = event as Record<string, unknown>;
  const messageId = (context as { messageId?: unknown } | undefined | null)?.messageId;
  if (typeof eventType !== 'string' || typeof messageId !== 'string') return undefined;
  if (typeof eventTimestamp !== 'number' || !Number.isFinite(new Date(eventTimestamp).getTime()))
    return undefined;
  if (!/^(?:TEXT|MEDIA)_/.test(eventType)) return undefined;
  return {
    messageId,
    status: statusOf(eventType, isFinal === true),
    at: new Date(eventTimestamp).toISOString(),
  };
}

function statusOf(eventType: string, isFinal: boolean): DeliveryStatus {
  if (DELIVERED.test(eventType)) return 'delivered';
  if (UNDER_WAY.test(eventType) || !isFinal) return 'pending';
  return 'failed';
}

/** Whether a receipt says more than what is known: what is final stays, and of two others the later one counts. */
export function isNews(
  receipt: Receipt,
  known: { deliveryStatus: DeliveryStatus | undefined; deliveryStatusAt: string | undefined },
): boolean {
  if (known.deliveryStatus === undefined || known.deliveryStatusAt === undefined) return true;
  if (known.deliveryStatus !== 'pending') return false;
  return receipt.status !== 'pending' || receipt.at > known.deliveryStatusAt;
}
