import { chargeForJob } from '../../../accounts/charge';
import { type CampaignSender, rateOfJob } from '../campaign-sender';
import { isSlow } from '../../../senders/slow-number';
import { CHUNKS_AT_ONCE } from '../../../sending/jobs/chunk';
import { type Job, NO_COUNTS } from '../../../sending/jobs/job';
import type { Campaign } from '../../record/campaign';
import type { CampaignJob } from '../run-item';

/** Most chunks of a job; message ids can name no more. */
export const MAX_CHUNKS = 1_000;

const isMmsCampaign = ({ mediaUrl }: Pick<Campaign, 'mediaUrl'>) => mediaUrl !== undefined;

/** Returns the price of the campaign, which is that of a broadcast. **Source:** rules E4.1. */
export const chargeOf = (campaign: Pick<Campaign, 'mediaUrl'>) =>
  chargeForJob('broadcast', { isMms: isMmsCampaign(campaign) });

/**
 * Builds the job that sends a part of a campaign. It counts as accepted when the campaign began, so that people who
 * were erased since are skipped. The base charge is on the campaign itself.
 */
export function buildJob(options: {
  campaign: Campaign;
  sender: CampaignSender;
  planned: Pick<CampaignJob, 'jobId' | 'chunkCount' | 'recipients' | 'member'>;
}): Job {
  const { campaign, sender, planned } = options;
  const ratePerSecond = rateOfJob(sender, planned.member);
  return {
    id: planned.jobId,
    accountId: campaign.accountId,
    kind: 'campaign',
    campaignId: campaign.id,
    from: campaign.from,
    body: campaign.body,
    mediaUrl: campaign.mediaUrl,
    totalRecipients: planned.recipients,
    status: 'queued',
    chunkCount: planned.chunkCount,
    chunksDone: 0,
    chunksAtOnce: CHUNKS_AT_ONCE,
    isPaced: isSlow(ratePerSecond) ? true : undefined,
    counts: NO_COUNTS,
    skippedBy: {},
    chargePerRecipient: chargeOf(campaign).perRecipient,
    baseCharge: { sms: 0, mms: 0 },
    retentionDays: campaign.retentionDays,
    createdAt: campaign.startedAt ?? campaign.createdAt,
  };
}
