import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Job } from '../../api/schemas';

export function JobStatus({ status }: Pick<Job, 'status'>) {
  switch (status) {
    case 'queued':
      return (
        <StatusIndicator wrapText={false} type="pending">
          Waiting
        </StatusIndicator>
      );
    case 'processing':
      return (
        <StatusIndicator wrapText={false} type="in-progress">
          Sending
        </StatusIndicator>
      );
    case 'completed':
      return (
        <StatusIndicator wrapText={false} type="success">
          Completed
        </StatusIndicator>
      );
    case 'cancelled':
      return (
        <StatusIndicator wrapText={false} type="stopped">
          Cancelled
        </StatusIndicator>
      );
  }
}
