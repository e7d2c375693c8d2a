import StatusIndicator from '@cloudscape-design/components/status-indicator';

/** Whether a user has signed in yet. */
export function UserStatus({ status }: { status: 'invited' | 'active' }) {
  return status === 'active' ? (
    <StatusIndicator wrapText={false} type="success">
      Active
    </StatusIndicator>
  ) : (
    <StatusIndicator wrapText={false} type="pending">
      Invited
    </StatusIndicator>
  );
}
