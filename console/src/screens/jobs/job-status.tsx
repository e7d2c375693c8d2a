import StatusIndicator from '@cloudscape-design/components/status-indicator';

export type JobState = 'queued' | 'processing' | 'completed' | 'cancelled';

export function JobStatus({ status }: { status: JobState }) {
  switch (status) {
    case 'queued':
      return <StatusIndicator type="pending">Waiting</StatusIndicator>;
    case 'processing':
      return <StatusIndicator type="in-progress">Sending</StatusIndicator>;
    case 'completed':
      return <StatusIndicator type="success">Completed</StatusIndicator>;
    case 'cancelled':
      return <StatusIndicator type="stopped">Cancelled</StatusIndicator>;
  }
}
