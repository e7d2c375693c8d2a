import { epochMs } from '../../../platform/clock';
import { putIntoOutbox } from '../../../outbox/outbox';
import { commit, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import { type Job, nextCheck } from '../../../sending/jobs/job';
import type { Campaign } from '../../record/campaign';
import { endUnsent } from './end-unsent';
import { findRun } from '../run-item';
import { readJobs } from './start-jobs';
import { waitUntil } from './wait-until';
import type { CampaignDeps } from './campaign-deps';

const LOOKS_AGAIN_AFTER_MS = 5 * 60_000;

/** Ends a cancelled campaign: unsent recipients are skipped, and their credits are refunded. */
export async function cancelJobs(deps: CampaignDeps, campaign: Campaign): Promise<void> {
  if (campaign.completedAt !== undefined) return;
  if (campaign.jobCount === 0) return endUnsent(deps, campaign, { status: 'cancelled' });
  const run = await findRun(deps.table, campaign.id);
  for (const job of await readJobs(deps, run?.jobs ?? [])) await cancelJob(deps, job);
  // The last chunk completes the campaign. This check covers a job that could not be cancelled.
  await waitUntil(deps, campaign, epochMs(deps.clock) + LOOKS_AGAIN_AFTER_MS);
}

/** Cancels a job and queues all of its chunks, also those that are not due yet. */
async function cancelJob(deps: CampaignDeps, job: Job): Promise<void> {
  if (job.status === 'cancelled' || job.completedAt !== undefined) return;
  const { id: jobId, accountId, from, isPaced, chunkCount } = job;
  const now = deps.clock.now();
  await commit(deps.table, [
    {
      write: {
        Update: {
          Key: jobKey(jobId),
          ...updateExpression(
            { set: { status: 'cancelled', ...nextCheck(jobId, now) } },
            { values: { ':cancelled': 'cancelled' } },
          ),
          ConditionExpression: 'attribute_not_exists(completedAt) AND #status <> :cancelled',
        },
      },
      onFail: 'ended',
    },
    ...required([
      putIntoOutbox({
        id: deps.ids.next('out'),
        now,
        entry: {
          kind: 'job',
          ...{ jobId, accountId, from, isPaced },
          firstChunk: 1,
          lastChunk: chunkCount,
        },
      }),
    ]),
  ]);
}
