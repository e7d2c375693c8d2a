import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Webhook, WebhookDelivery } from '../../api/schemas';
import { When } from '../../format/when';

const WHY_OFF: Record<NonNullable<Webhook['disabledReason']>, string> = {
  operator: 'Off: switched off by hand',
  gone: 'Off: the receiver said that it is gone for good (410)',
  failing: 'Off: every delivery failed for days',
};

export function EndpointStatus({ endpoint }: { endpoint: Webhook }) {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === 'disabled') {
    const why = disabledReason === undefined ? 'Off' : WHY_OFF[disabledReason];
    return <StatusIndicator type="stopped">{why}</StatusIndicator>;
  }
  if (failingSince !== undefined) {
    return (
      <StatusIndicator type="error">
        Failing since <When at={failingSince} />
      </StatusIndicator>
    );
  }
  return (
    <StatusIndicator wrapText={false} type="success">
      On
    </StatusIndicator>
  );
}

const STATES: Record<WebhookDelivery['status'], { text: string; type: StatusIndicatorProps.Type }> = {
  delivered: { text: 'Delivered', type: 'success' },
  failed: { text: 'Failed', type: 'error' },
  pending: { text: 'Waiting', type: 'pending' },
};

export function DeliveryState({ delivery: { status } }: { delivery: WebhookDelivery }) {
  const { text, type } = STATES[status];
  return (
    <StatusIndicator wrapText={false} type={type}>
      {text}
    </StatusIndicator>
  );
}
