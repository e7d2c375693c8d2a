import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { RecipientResult } from '../api/schemas';
import { isSkipReason, isUnclear } from './reasons';

/** Status of the text to one recipient. */
export function RecipientStatus({ recipient }: { recipient: RecipientResult }) {
  switch (recipient.status) {
    case 'pending':
      return (
        <StatusIndicator wrapText={false} type="pending">
          Waiting
        </StatusIndicator>
      );
    case 'skipped':
    case 'dropped':
      return (
        <StatusIndicator wrapText={false} type="stopped">
          Skipped
        </StatusIndicator>
      );
    case 'failed':
      return <FailedStatus reason={recipient.errorType} />;
    case 'sent':
      return <DeliveryStatus status={recipient.deliveryStatus} />;
  }
}

export function DeliveryStatus({ status }: { status: 'pending' | 'delivered' | 'failed' | undefined }) {
  switch (status) {
    case 'delivered':
      return (
        <StatusIndicator wrapText={false} type="success">
          Delivered
        </StatusIndicator>
      );
    case 'failed':
      return (
        <StatusIndicator wrapText={false} type="error">
          Not delivered
        </StatusIndicator>
      );
    case 'pending':
    case undefined:
      return (
        <StatusIndicator wrapText={false} type="in-progress">
          Sent, no receipt yet
        </StatusIndicator>
      );
  }
}

/**
 * Status of a failed recipient. The API also returns skipped recipients, and those with unknown outcome, as failed; the
 * reason distinguishes them.
 */
export function FailedStatus({ reason }: { reason: string | undefined }) {
  if (isSkipReason(reason))
    return (
      <StatusIndicator wrapText={false} type="stopped">
        Skipped
      </StatusIndicator>
    );
  if (isUnclear(reason))
    return (
      <StatusIndicator wrapText={false} type="warning">
        Outcome unclear
      </StatusIndicator>
    );
  return (
    <StatusIndicator wrapText={false} type="error">
      Failed
    </StatusIndicator>
  );
}
