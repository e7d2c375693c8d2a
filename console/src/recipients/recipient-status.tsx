import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { RecipientResult } from '../api/schemas';
import { isSkipReason, isUnclear } from './reasons';

/** Status of the text to one recipient. */
export function RecipientStatus({ recipient }: { recipient: RecipientResult }) {
  switch (recipient.status) {
    case 'pending':
      return (
        <StatusIndicator wrapText={false} type="pending" colorOverride="yellow">
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
      return <DeliveryStatus status={recipient.deliveryStatus} readAt={recipient.readAt} />;
  }
}

/** @param props.readAt when the recipient opened it; only RCS reports that */
export function DeliveryStatus({
  status,
  readAt,
}: {
  status: 'pending' | 'delivered' | 'failed' | undefined;
  readAt: string | undefined;
}) {
  switch (status) {
    case 'delivered':
      return (
        <StatusIndicator wrapText={false} type="success">
          {readAt === undefined ? 'Delivered' : 'Read'}
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
