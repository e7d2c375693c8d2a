import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { formatDateTime } from '../../format/dates';
import type { Delivery, Endpoint } from './endpoint';

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.status === 'disabled') {
    return (
      <StatusIndicator type="stopped">
        Off{endpoint.disabledReason ? `: ${endpoint.disabledReason}` : ''}
      </StatusIndicator>
    );
  }
  if (endpoint.failingSince !== undefined) {
    return (
      <StatusIndicator type="error">Failing since {formatDateTime(endpoint.failingSince)}</StatusIndicator>
    );
  }
  return <StatusIndicator type="success">On</StatusIndicator>;
}

export function DeliveryState({ delivery }: { delivery: Delivery }) {
  switch (delivery.status) {
    case 'delivered':
      return <StatusIndicator type="success">Delivered</StatusIndicator>;
    case 'failed':
      return <StatusIndicator type="error">Failed</StatusIndicator>;
    case 'pending':
      return <StatusIndicator type="pending">Waiting</StatusIndicator>;
  }
}
