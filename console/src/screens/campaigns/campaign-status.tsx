import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { Campaign } from '../../api/schemas';

type Status = Campaign['status'];

export const CAMPAIGN_STATUSES: Record<Status, { text: string; type: StatusIndicatorProps.Type }> = {
  draft: { text: 'Draft', type: 'stopped' },
  awaitingApproval: { text: 'Awaiting approval', type: 'pending' },
  scheduled: { text: 'Scheduled', type: 'pending' },
  selecting: { text: 'Choosing recipients', type: 'in-progress' },
  sending: { text: 'Sending', type: 'in-progress' },
  paused: { text: 'Paused', type: 'warning' },
  completed: { text: 'Completed', type: 'success' },
  cancelled: { text: 'Cancelled', type: 'stopped' },
  failed: { text: 'Failed', type: 'error' },
};

const RUNNING: readonly Status[] = ['awaitingApproval', 'scheduled', 'selecting', 'sending', 'paused'];

/** Returns true while the state of the campaign can still change by itself. */
export const isUnderWay = (status: Status): boolean => RUNNING.includes(status);

const SENT_BACK = { text: 'Sent back', type: 'warning' } as const;

export function CampaignStatus({
  campaign: { status, approval },
}: {
  campaign: Pick<Campaign, 'status' | 'approval'>;
}) {
  const isSentBack = status === 'draft' && approval?.status === 'rejected';
  const { text, type } = isSentBack ? SENT_BACK : CAMPAIGN_STATUSES[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
