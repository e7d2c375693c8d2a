import type { Message } from './message';
import {
  type DeliveryStatus,
  PROVIDER_DETAILS,
  type ProviderDetails,
  type Receipt,
} from '../platform/provider/port';

/** Everything that the receipts of a message have told. */
export interface Reported extends ProviderDetails {
  deliveryStatus: DeliveryStatus;
  /** ISO. */
  deliveryStatusAt: string;
}

/**
 * Returns true when a receipt changes the delivery status. A final status stays, and of two others the later one counts.
 * RCS adds two cases: it may fall back to a text, in any order of the receipts, and a reading proves that the message
 * arrived whatever was reported before.
 */
function supersedes(
  receipt: Receipt,
  known: Pick<Message, 'deliveryStatus' | 'deliveryStatusAt' | 'channel'>,
): boolean {
  if (known.deliveryStatus === undefined || known.deliveryStatusAt === undefined) return true;
  const isByRcs = receipt.channel === 'rcs';
  switch (known.deliveryStatus) {
    case 'delivered':
      return false;
    case 'failed':
      return receipt.readAt !== undefined || (known.channel === 'rcs' && isByText(receipt));
    case 'pending':
      // The end of the attempt by RCS is not the end of a message that has fallen back.
      if (isByRcs && isByText(known) && receipt.status !== 'delivered') return false;
      return (
        receipt.status !== 'pending' || receipt.at > known.deliveryStatusAt || isFallback(receipt, known)
      );
  }
}

const isByText = ({ channel }: ProviderDetails): boolean => channel === 'sms' || channel === 'mms';

const isFallback = (receipt: Receipt, known: Pick<Message, 'channel'>): boolean =>
  known.channel === 'rcs' && isByText(receipt);

/**
 * Returns what is known of a message after a receipt. A message is read once: a repeated reading changes nothing.
 *
 * @returns `undefined` when the receipt says nothing new
 */
export function reportedAfter(known: Reported | undefined, receipt: Receipt): Reported | undefined {
  const { status, at } = receipt;
  if (!known || supersedes(receipt, known)) {
    const details = detailsAfter(known, receipt);
    const hasMoved = known?.channel !== receipt.channel && receipt.channel !== undefined;
    return {
      ...details,
      ...(hasMoved && { sentFrom: receipt.sentFrom }),
      carrierReason: receipt.carrierReason,
      readAt: known?.readAt ?? receipt.readAt,
      deliveryStatus: status,
      deliveryStatusAt: at,
    };
  }
  const added = {
    ...(known.readAt === undefined && receipt.readAt !== undefined && { readAt: receipt.readAt }),
    ...(isDeliveryOfRead(receipt, known) && { parts: receipt.parts, price: receipt.price }),
  };
  return Object.keys(added).length === 0 ? undefined : { ...known, ...added };
}

/** Returns true for the delivery of a message whose reading came first: only the delivery has the price. */
const isDeliveryOfRead = (receipt: Receipt, known: Reported): boolean =>
  receipt.status === 'delivered' &&
  receipt.price !== undefined &&
  known.readAt !== undefined &&
  known.price === undefined &&
  known.channel === receipt.channel;

/** Returns true when a receipt only repeats that the provider refused the message, which already had an event. */
export function isEchoOfRefusal(receipt: Receipt, message: Pick<Message, 'status'>): boolean {
  return message.status === 'failed' && receipt.status !== 'delivered';
}

/** Returns the details after a later receipt: its own, and earlier ones that it does not have. */
export function detailsAfter(known: ProviderDetails | undefined, receipt: ProviderDetails): ProviderDetails {
  return Object.fromEntries(PROVIDER_DETAILS.map((name) => [name, receipt[name] ?? known?.[name]]));
}

/** Returns the message with what its receipts have told; the id that the provider gave at the hand-over stays. */
export const asReported = (message: Message, reported: Reported): Message => ({
  ...message,
  ...reported,
  providerMessageId: message.providerMessageId ?? reported.providerMessageId,
});

/** Returns what the receipts of a message have told; `undefined` before the first. */
export function reportedOf(message: Message): Reported | undefined {
  const { deliveryStatus, deliveryStatusAt } = message;
  if (deliveryStatus === undefined || deliveryStatusAt === undefined) return undefined;
  return { ...detailsAfter(undefined, message), deliveryStatus, deliveryStatusAt };
}
