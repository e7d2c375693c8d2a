import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';

/** Words and colour of a status. */
export interface ShownStatus {
  text: string;
  type: StatusIndicatorProps.Type;
}

const SENT_BACK: ShownStatus = { text: 'Sent back', type: 'warning' };

/** Status of a campaign or automation; a draft that was sent back says so. */
export function StatusOfPlan<Status extends string>({
  plan: { status, approval },
  statuses,
}: {
  plan: { status: Status; approval?: { status: string } };
  statuses: Record<Status, ShownStatus>;
}) {
  const isSentBack = status === 'draft' && approval?.status === 'rejected';
  const { text, type } = isSentBack ? SENT_BACK : statuses[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
