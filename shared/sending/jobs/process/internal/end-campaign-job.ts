import { type Charge, NO_CHARGE } from '../../../../accounts/charge';
import { type Campaign, campaignItem } from '../../../../campaigns/record/campaign';
import { CAMPAIGN_DUE_ATTRIBUTES } from '../../../../campaigns/record/campaign-wake';
import { queueCampaignCompleted } from '../../../../events/campaign-event';
import type { Ids } from '../../../../platform/ids';
import { updateExpression } from '../../../../platform/store/expressions';
import type { TransactItem } from '../../../../platform/store/table';
import { addCounts, type JobCounts } from '../../job';
import { addSkips } from '../../results/result';
import { countMoves } from './count-writes';

/** End of a job, with what it changes in the campaign that the job belongs to. */
interface CampaignJobEnd {
  /** The campaign as read; its update fails when it has changed since. */
  campaign: Campaign;
  /** Counts of the whole job. */
  counts: JobCounts;
  skippedBy: Record<string, number>;
  now: Date;
}

const isLastJob = ({ campaign }: CampaignJobEnd) => campaign.jobsDone + 1 >= campaign.jobCount;

/** Builds the write that adds the counts of an ended job to its campaign; the last job completes the campaign. */
export function campaignUpdate(end: CampaignJobEnd): TransactItem {
  const { campaign, counts, skippedBy, now } = end;
  const at = now.toISOString();
  const isLast = isLastJob(end);
  const moves = countMoves(counts);
  const rest = updateExpression(
    {
      set: {
        jobsDone: campaign.jobsDone + 1,
        skippedBy: addSkips(campaign.skippedBy, skippedBy),
        ...(isLast && { completedAt: at, updatedAt: at, version: campaign.version + 1 }),
        ...(isLast && campaign.status !== 'cancelled' && { status: 'completed' }),
      },
      remove: isLast ? ['pausedFrom', ...CAMPAIGN_DUE_ATTRIBUTES] : [],
    },
    {
      names: { ...moves.names, '#version': 'version' },
      values: { ...moves.values, ':doneBefore': campaign.jobsDone, ':versionBefore': campaign.version },
    },
  );
  return {
    Update: {
      Key: campaignItem.key(campaign),
      ...rest,
      UpdateExpression: rest.UpdateExpression.replace('SET ', `SET ${moves.expression}, `),
      ConditionExpression: '#jobsDone = :doneBefore AND #version = :versionBefore',
    },
  };
}

/** Builds the write of the campaign's final event, after its last job. */
export function campaignConsequences(ids: Ids, end: CampaignJobEnd): TransactItem[] {
  if (!isLastJob(end)) return [];
  const { campaign, now } = end;
  const counts = addCounts(campaign.counts, end.counts);
  return [
    queueCampaignCompleted(ids, {
      campaign,
      status: campaign.status === 'cancelled' ? 'cancelled' : 'completed',
      counts,
      now,
    }),
  ];
}

/** Returns the base charge that is refunded when a campaign ends without a message handed over. */
export function baseChargeToReturn(end: CampaignJobEnd): Charge {
  const { sent, unknown } = addCounts(end.campaign.counts, end.counts);
  return isLastJob(end) && sent + unknown === 0 ? (end.campaign.baseCharge ?? NO_CHARGE) : NO_CHARGE;
}
