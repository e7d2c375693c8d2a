import { NOT_DELIVERED, NOT_SENT } from '../../recipients/recipient-filter';
import type { TextState } from '../../messages/text-filter';

/**
 * Returns the filter of recipients, as a query string, for those whose texts are in a state; empty for all. Recipients are
 * filtered in one way only: where texts did not arrive, by those not delivered, or else by those who failed, or else by those
 * who were skipped.
 */
export function recipientsWith(
  state: TextState | undefined,
  counts: { failed?: number; undelivered?: number } = {},
): string {
  const { failed = 0, undelivered = 0 } = counts;
  switch (state) {
    case 'queued':
      return 'status=pending';
    case 'sent':
      return 'status=sent';
    case 'delivered':
      return 'deliveryStatus=delivered';
    case 'undelivered':
      return NOT_DELIVERED;
    case 'failed':
      return failed > 0 ? NOT_SENT : 'status=skipped';
    case 'notArrived':
      return undelivered > 0 ? NOT_DELIVERED : recipientsWith('failed', { failed });
    case 'received':
    case undefined:
      return '';
  }
}
