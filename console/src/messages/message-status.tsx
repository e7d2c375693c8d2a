import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { DeliveryStatus } from '../recipients/recipient-status';
import type { ConsoleMessage } from './message';

export function MessageStatus({ message }: { message: ConsoleMessage }) {
  if (message.direction === 'inbound') return <StatusIndicator type="info">Received</StatusIndicator>;
  switch (message.status) {
    case 'failed':
      return <StatusIndicator type="error">Failed</StatusIndicator>;
    case 'queued':
      return <StatusIndicator type="pending">Waiting</StatusIndicator>;
    case 'sent':
      return <DeliveryStatus status={message.deliveryStatus} />;
  }
}
