import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Automation } from '../../api/schemas';

type Status = Automation['status'];

export const AUTOMATION_STATUSES: Record<Status, { text: string; type: StatusIndicatorProps.Type }> = {
  draft: { text: 'Draft', type: 'stopped' },
  awaitingApproval: { text: 'Awaiting approval', type: 'pending' },
  running: { text: 'Running', type: 'success' },
  paused: { text: 'Paused', type: 'warning' },
  stopped: { text: 'Stopped', type: 'stopped' },
};

const SENT_BACK = { text: 'Sent back', type: 'warning' } as const;

export function AutomationStatus({
  automation: { status, approval },
}: {
  automation: Pick<Automation, 'status' | 'approval'>;
}) {
  const isSentBack = status === 'draft' && approval?.status === 'rejected';
  const { text, type } = isSentBack ? SENT_BACK : AUTOMATION_STATUSES[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
