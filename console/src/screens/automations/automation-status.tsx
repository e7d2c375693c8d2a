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

export function AutomationStatus({ status }: { status: Status }) {
  const { text, type } = AUTOMATION_STATUSES[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
