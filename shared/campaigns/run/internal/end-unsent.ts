import { queueCampaignCompleted } from '../../../events/campaign-event';
import type { ErrorCode } from '../../../errors/error-codes';
import { commit, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { chunkKey, jobKey } from '../../../platform/store/keys';
import { NO_COUNTS } from '../../../sending/jobs/job';
import { type Campaign, campaignItem } from '../../record/campaign';
import { CAMPAIGN_DUE_ATTRIBUTES } from '../../record/campaign-wake';
import { type CampaignRun, findRun } from '../run-item';
import type { CampaignDeps } from './campaign-deps';

/** Ends a campaign that has sent and charged nothing, because it could not begin or was cancelled before. */
export async function endUnsent(
  deps: CampaignDeps,
  campaign: Campaign,
  end: { status: 'cancelled' } | { status: 'failed'; errorCode: ErrorCode; errorMessage: string },
): Promise<void> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const result = await commit(deps.table, [
    {
      write: {
        Update: {
          Key: campaignItem.key(campaign),
          ...updateExpression(
            {
              set: { ...end, selected: 0, completedAt: at, updatedAt: at, version: campaign.version + 1 },
              remove: ['pausedFrom', ...CAMPAIGN_DUE_ATTRIBUTES],
            },
            { values: { ':read': campaign.version } },
          ),
          ConditionExpression: '#version = :read',
        },
      },
      onFail: 'moved',
    },
    ...required([
      queueCampaignCompleted(deps.ids, {
        campaign: { ...campaign, selected: 0 },
        ...end,
        counts: NO_COUNTS,
        now,
      }),
    ]),
  ]);
  if (result.committed) await removeJobs(deps, await findRun(deps.table, campaign.id));
}

/** Removes the jobs of a run, to which no campaign refers any more. What remains of them expires. */
export async function removeJobs({ table }: CampaignDeps, run: CampaignRun | undefined): Promise<void> {
  for (const { jobId, chunkCount } of run?.jobs ?? []) {
    const chunks = Array.from({ length: chunkCount }, (_, index) => chunkKey(jobId, index + 1));
    await table.batchDelete([...chunks, jobKey(jobId)]);
  }
}
