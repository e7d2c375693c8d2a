import type { Automation } from '../../api/schemas';
import { type ShownStatus, StatusOfPlan } from '../../plans/status-of-plan';

type Status = Automation['status'];

export const AUTOMATION_STATUSES: Record<Status, ShownStatus> = {
  draft: { text: 'Draft', type: 'stopped' },
  awaitingApproval: { text: 'Awaiting approval', type: 'pending' },
  running: { text: 'Running', type: 'success' },
  paused: { text: 'Paused', type: 'warning' },
  stopped: { text: 'Stopped', type: 'stopped' },
};

export function AutomationStatus({ automation }: { automation: Pick<Automation, 'status' | 'approval'> }) {
  return <StatusOfPlan plan={automation} statuses={AUTOMATION_STATUSES} />;
}
