import { NOT_DELIVERED, NOT_SENT } from '../../recipients/recipient-filter';
import type { TextState } from '../../messages/text-filter';

/**
 * Returns the filter of recipients, as a query string, for those whose texts are in a state; empty for all. Where none
 * has failed, those who were skipped are meant.
 */
export function recipientsWith(
  state: TextState | undefined,
  { failed = 0 }: { failed?: number } = {},
): string {
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
    case 'received':
    case undefined:
      return '';
  }
}
