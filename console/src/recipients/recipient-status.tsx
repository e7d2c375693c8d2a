import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { RecipientResult } from '../api/schemas';

/** What became of one text. */
export function RecipientStatus({ recipient }: { recipient: RecipientResult }) {
  switch (recipient.status) {
    case 'pending':
      return <StatusIndicator type="pending">Waiting</StatusIndicator>;
    case 'skipped':
    case 'dropped':
      return <StatusIndicator type="stopped">Skipped</StatusIndicator>;
    case 'failed':
      return <StatusIndicator type="error">Failed</StatusIndicator>;
    case 'sent':
      return <DeliveryStatus status={recipient.deliveryStatus} />;
  }
}

export function DeliveryStatus({ status }: { status: 'pending' | 'delivered' | 'failed' | undefined }) {
  switch (status) {
    case 'delivered':
      return <StatusIndicator type="success">Delivered</StatusIndicator>;
    case 'failed':
      return <StatusIndicator type="error">Not delivered</StatusIndicator>;
    case 'pending':
    case undefined:
      return <StatusIndicator type="in-progress">Sent, no receipt yet</StatusIndicator>;
  }
}
