import StatusIndicator from '@cloudscape-design/components/status-indicator';

/** Status of a user: invited until the first sign-in. */
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
