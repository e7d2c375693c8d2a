import type { TextEnd } from '../../../audience/contacts/hard-failures';
import type { Receipt } from '../../../platform/provider/port';
import type { Counted } from '../../../statistics/daily-statistics';
import type { Use } from '../../../statistics/usage';
import type { DirectEvent } from '../../../webhooks/publish-directly';

/** End of a text that was reported, with its recipient. */
export interface ReportedEnd extends TextEnd {
  accountId: string;
  phoneNumber: string;
}

/** Result of recording receipts. */
export interface Recorded {
  events: DirectEvent[];
  /** Counts that the receipts add to an account's day; absent when they say nothing new. */
  counted?: (Omit<Counted, 'usage'> & { uses: Use[] }) | undefined;
  /** Deliveries and failures for good, also of receipts that were stored before. */
  ends: ReportedEnd[];
}

/** Returns the end of a text that its final receipt reports; none for a failure that may pass. */
export function endOf(
  { messageId, status, at, isPermanent }: Receipt,
  { accountId, phoneNumber }: { accountId: string; phoneNumber: string | undefined },
): ReportedEnd[] {
  const isDelivered = status === 'delivered';
  if (phoneNumber === undefined || !(isDelivered || isPermanent)) return [];
  return [{ accountId, phoneNumber, messageId, at, isDelivered }];
}
