import type { Account } from '../../../accounts/account';
import { isFree, totalCharge } from '../../../accounts/charge';
import { gatherCreditShards } from '../../../accounts/gather-credit-shards';
import { takeCredits } from '../../../accounts/credit-writes';
import { takeQuota } from '../../../accounts/daily-quota';
import { findTrackingLinks } from '../../../content/merge-tags';
import { ServiceError } from '../../../errors/service-error';
import { commit, type Part, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { leaseIsMine } from '../../../platform/store/lease';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../../platform/store/table';
import { LARGEST_CHUNK } from '../../../sending/jobs/chunk';
import { jobItem } from '../../../sending/jobs/job';
import { linkFields, newJobLink, putJobLink } from '../../../sending/jobs/job-link';
import { type Campaign, campaignItem } from '../../record/campaign';
import { callCampaignWorker } from '../../record/campaign-wake';
import { expiryOf } from '../../timing/send-time';
import { chargeOf, buildJob } from './campaign-job';
import { recentCampaignItem } from './recent-campaigns';
import { type CampaignRun, campaignRunItem, recipientsOf, type CampaignJob } from '../run-item';
import type { CampaignDeps } from './campaign-deps';
import type { CampaignSender } from '../campaign-sender';

interface Selected {
  campaign: Campaign;
  account: Account;
  sender: CampaignSender;
  /** Run whose lease this worker has. */
  run: CampaignRun;
}

/** Result of the start. `moved`: another worker has the lease, or the campaign was paused or cancelled concurrently. */
type Beginning = 'begun' | 'moved' | { cannot: ServiceError };

/**
 * Charges credits and quota for all recipients of a campaign, in the transaction that starts its sending.
 *
 * **Source:** rules E4.1.
 */
export async function beginSending(deps: CampaignDeps, selected: Selected): Promise<Beginning> {
  const { campaign, account, sender, run } = selected;
  const recipients = recipientsOf(run);
  if (!sender.isActive) return { cannot: new ServiceError('SenderNotActive', { cause: 'from' }) };
  if (recipients === 0) return { cannot: new ServiceError('NotOptedIn', { cause: 'everyRecipient' }) };
  // 1. Store the jobs, which no worker touches before the campaign is sending.
  for (const planned of run.jobs) if (!(await putJob(deps, { ...selected, planned }))) return 'moved';
  // 2. Charge and start in one transaction.
  const charge = totalCharge(chargeOf(campaign), recipients);
  const now = deps.clock.now();
  const call = callCampaignWorker(deps.ids, { ...campaign, now });
  const parts: Array<Part<'moved' | 'quotaReached' | 'insufficientCredits'>> = [
    { write: startCampaign(selected, { now, set: call.set }), onFail: 'moved' },
    { write: endSelection(run), onFail: 'moved' },
    { write: takeQuota({ account, recipients, now }), onFail: 'quotaReached' },
    ...(isFree(charge)
      ? []
      : [{ write: takeCredits(account.id, charge), onFail: 'insufficientCredits' as const }]),
    ...required([call.write, putRecent(selected)]),
  ];
  let result = await commit(deps.table, parts);
  if (!result.committed && result.refusal === 'insufficientCredits') {
    await gatherCreditShards(deps, account.id);
    result = await commit(deps.table, parts);
  }
  if (result.committed) return 'begun';
  switch (result.refusal) {
    case 'moved':
      return 'moved';
    case 'quotaReached':
      return { cannot: new ServiceError('DailyQuotaReached', { cause: 'tooMany' }) };
    case 'insufficientCredits':
      return { cannot: new ServiceError('InsufficientCredits', { cause: 'spentMeanwhile' }) };
  }
}

/** Stores the job with all of its chunks. @returns false when another worker has the lease */
async function putJob(deps: CampaignDeps, options: Selected & { planned: CampaignJob }): Promise<boolean> {
  const { campaign, run, planned } = options;
  const hasLink = findTrackingLinks(campaign.body ?? '').length > 0;
  return retryOnConflict(deps.table.waits, async () => {
    const link = hasLink ? newJobLink(deps.ids) : undefined;
    const job = { ...buildJob(options), ...linkFields(link, options.account) };
    const { ConditionExpression, values } = leaseIsMine(run);
    const limits = { chunkCount: planned.chunkCount, largestChunk: LARGEST_CHUNK.recipients };
    const result = await commit(deps.table, [
      {
        write: {
          ConditionCheck: {
            Key: campaignRunItem.key(campaign.id),
            ConditionExpression,
            ExpressionAttributeValues: values,
          },
        },
        onFail: 'leaseLost',
      },
      ...required([{ Put: { Item: jobItem(job) } }]),
      ...(link ? [{ write: putJobLink(job, link, limits), onFail: 'linkTokenTaken' as const }] : []),
    ]);
    if (result.committed) return true;
    return result.refusal === 'linkTokenTaken' ? CONFLICT : false;
  });
}

function startCampaign(
  { campaign, run }: Selected,
  { now, set }: { now: Date; set: Record<string, unknown> },
): TransactItem {
  const { perRecipient, base } = chargeOf(campaign);
  return {
    Update: {
      Key: campaignItem.key(campaign),
      ...updateExpression(
        {
          set: {
            ...set,
            status: 'sending',
            selected: recipientsOf(run),
            jobCount: run.jobs.length,
            jobsDone: 0,
            skippedBy: {},
            counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
            chargePerRecipient: perRecipient,
            baseCharge: base,
            updatedAt: now.toISOString(),
            version: campaign.version + 1,
          },
        },
        { values: { ':read': campaign.version } },
      ),
      ConditionExpression: '#version = :read',
    },
  };
}

/** Ends the selection and sorts the jobs by the order in which they are started. */
function endSelection(run: CampaignRun): TransactItem {
  const { ConditionExpression, values } = leaseIsMine(run);
  const jobs = run.jobs.toSorted((a, b) => a.dueAtMs - b.dueAtMs);
  return {
    Update: {
      Key: campaignRunItem.key(run.campaignId),
      ...updateExpression(
        { set: { jobs, startedJobs: 0 }, remove: ['leaseId', 'leaseUntil', 'position'] },
        { values },
      ),
      ConditionExpression,
    },
  };
}

function putRecent({ campaign, account }: Selected): TransactItem {
  const { accountId, id } = campaign;
  const lastAtMs = expiryOf(campaign, {
    startedAtMs: Date.parse(campaign.startedAt ?? campaign.createdAt),
    account,
  });
  return { Put: { Item: recentCampaignItem({ accountId, campaignId: id, lastAtMs }) } };
}
