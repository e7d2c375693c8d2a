import type { Message } from './message';
import { PROVIDER_DETAILS, type ProviderDetails, type Receipt } from '../platform/provider/port';

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
