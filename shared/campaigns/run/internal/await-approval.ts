import type { PutBack } from '../../../approvals/approval';
import { findUncovered } from '../../../approvals/find-uncovered';
import { mayStillLaunch } from '../../../approvals/may-still-launch';
import { tellOfApproval } from '../../../approvals/tell-of-approval';
import type { Account } from '../../../accounts/account';
import { putChange } from '../../../audit/record-change';
import { commit, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { leaseIsMine } from '../../../platform/store/lease';
import { findLinkTargets } from '../../record/registered-links';
import { planToApprove } from '../../record/approved-plan';
import { type Campaign, campaignItem } from '../../record/campaign';
import { CAMPAIGN_DUE_ATTRIBUTES } from '../../record/campaign-wake';
import type { CampaignDeps } from './campaign-deps';
import { removeJobs } from './end-unsent';
import { type CampaignRun, campaignRunItem, recipientsOf } from '../run-item';

/**
 * Finds the reason why a selected campaign needs an approval before it may begin; `undefined` when it needs none.
 *
 * **Source:** rules E4.7.
 */
export async function findMissingApproval(
  deps: CampaignDeps,
  { campaign, account, run }: { campaign: Campaign; account: Account; run: CampaignRun },
): Promise<PutBack | undefined> {
  const { approvedPlan, approvedAudience, approvedRecipients, accountId, isLauncherGone } = campaign;
  // 1. Is the responsible user or key still allowed to launch?
  const actor = isLauncherGone === true ? campaign.decidedBy : campaign.launchedBy;
  if (actor && !(await mayStillLaunch(deps, { accountId, actor }))) return { reason: 'launcher_lost_right' };
  // 2. Does the approval cover the campaign?
  const isApproved = approvedPlan !== undefined && approvedRecipients !== undefined;
  return findUncovered({
    approved: isApproved
      ? { plan: { approvedPlan, approvedAudience }, recipients: approvedRecipients }
      : undefined,
    plan: planToApprove(campaign, await findLinkTargets(deps.table, { account, campaign })),
    recipients: recipientsOf(run),
    approvalAbove: account.approvalAbove,
  });
}

/** Puts a campaign back to wait for an approval. Nothing was sent or charged; its audience will be selected again. */
export async function awaitApproval(
  deps: CampaignDeps,
  { campaign, run, details }: { campaign: Campaign; run: CampaignRun; details: PutBack },
): Promise<void> {
  const { ConditionExpression, values } = leaseIsMine(run);
  const { accountId, id, status } = campaign;
  const after = { ...campaign, status: 'awaitingApproval', putBack: details };
  const result = await commit(deps.table, [
    {
      write: {
        Update: {
          Key: campaignItem.key(campaign),
          ...updateExpression(
            {
              set: {
                status: 'awaitingApproval',
                putBack: details,
                ...(details.reason === 'launcher_lost_right' && { isLauncherGone: true }),
                updatedAt: deps.clock.now().toISOString(),
                version: campaign.version + 1,
              },
              remove: [
                ...['selectsAt', 'startedAt', 'decision', 'decidedBy', 'approvedPlan', 'approvedAudience'],
                ...['approvedRecipients', ...CAMPAIGN_DUE_ATTRIBUTES],
              ],
            },
            { values: { ':read': campaign.version } },
          ),
          ConditionExpression: '#version = :read',
        },
      },
      onFail: 'moved',
    },
    {
      write: {
        Update: {
          Key: campaignRunItem.key(id),
          ...updateExpression(
            { set: { jobs: [], isWalked: false }, remove: ['leaseId', 'leaseUntil', 'position'] },
            { values },
          ),
          ConditionExpression,
        },
      },
      onFail: 'moved',
    },
    ...required([
      ...tellOfApproval(deps.ids, { before: campaign, after, now: deps.clock.now() }),
      putChange(deps.ids, {
        accountId,
        actor: { type: 'service' },
        channel: 'service',
        action: 'awaitApproval',
        target: { type: 'campaign', id },
        related: details.reason,
        changes: [{ from: status, to: 'awaitingApproval' }],
      }),
    ]),
  ]);
  if (result.committed) await removeJobs(deps, run);
}
