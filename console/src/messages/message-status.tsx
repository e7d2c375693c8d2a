import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { DeliveryStatus, FailedStatus } from '../recipients/recipient-status';
import type { Message } from '../api/schemas';

export function MessageStatus({ message }: { message: Message }) {
  if (message.direction === 'inbound')
    return (
      <StatusIndicator wrapText={false} type="info">
        Received
      </StatusIndicator>
    );
  switch (message.status) {
    case 'failed':
      return <FailedStatus reason={message.errorType} />;
    case 'queued':
      return (
        <StatusIndicator wrapText={false} type="pending" colorOverride="yellow">
          Waiting
        </StatusIndicator>
      );
    case 'sent':
      return <DeliveryStatus status={message.deliveryStatus} readAt={message.readAt} />;
  }
}
