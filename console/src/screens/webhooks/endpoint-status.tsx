import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { formatDateTime } from '../../format/dates';
import type { Delivery, Endpoint } from './endpoint';

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.status === 'disabled') {
    return (
      <StatusIndicator wrapText={false} type="stopped">
        Off{endpoint.disabledReason ? `: ${endpoint.disabledReason}` : ''}
      </StatusIndicator>
    );
  }
  if (endpoint.failingSince !== undefined) {
    return (
      <StatusIndicator wrapText={false} type="error">
        Failing since {formatDateTime(endpoint.failingSince)}
      </StatusIndicator>
    );
  }
  return (
    <StatusIndicator wrapText={false} type="success">
      On
    </StatusIndicator>
  );
}

export function DeliveryState({ delivery }: { delivery: Delivery }) {
  switch (delivery.status) {
    case 'delivered':
      return (
        <StatusIndicator wrapText={false} type="success">
          Delivered
        </StatusIndicator>
      );
    case 'failed':
      return (
        <StatusIndicator wrapText={false} type="error">
          Failed
        </StatusIndicator>
      );
    case 'pending':
      return (
        <StatusIndicator wrapText={false} type="pending">
          Waiting
        </StatusIndicator>
      );
  }
}
