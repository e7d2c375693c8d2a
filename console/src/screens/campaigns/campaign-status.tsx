import type { Campaign } from '../../api/schemas';
import { type ShownStatus, StatusOfPlan } from '../../plans/status-of-plan';

type Status = Campaign['status'];

export const CAMPAIGN_STATUSES: Record<Status, ShownStatus> = {
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

export function CampaignStatus({ campaign }: { campaign: Pick<Campaign, 'status' | 'approval'> }) {
  return <StatusOfPlan plan={campaign} statuses={CAMPAIGN_STATUSES} />;
}
