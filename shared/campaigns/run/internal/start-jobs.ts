import { epochMs } from '../../../platform/clock';
import { putIntoOutbox } from '../../../outbox/outbox';
import { commit, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import { type Job, nextCheck, readJob } from '../../../sending/jobs/job';
import { requeueIdleChunks } from '../../../sending/jobs/process/requeue-stalled-chunks';
import { type Campaign, campaignItem } from '../../record/campaign';
import { CAMPAIGN_DUE_ATTRIBUTES } from '../../record/campaign-wake';
import { type CampaignRun, campaignRunItem, findRun, type CampaignJob } from '../run-item';
import { waitUntil } from './wait-until';
import type { CampaignDeps } from './campaign-deps';

/** Starts the jobs that are due, and has the worker called for the next one. */
export async function startJobs(deps: CampaignDeps, campaign: Campaign): Promise<void> {
  const run = await findRun(deps.table, campaign.id);
  if (!run) return;
  await callStarted(deps, campaign, run);
  for (const [index, planned] of run.jobs.entries()) {
    if (index < run.startedJobs) continue;
    if (planned.dueAtMs > epochMs(deps.clock)) return waitUntil(deps, campaign, planned.dueAtMs);
    // Another worker is starting the job.
    if (!(await startJob(deps, { campaign, planned, index }))) return;
  }
  await removeDue(deps, campaign);
}

async function startJob(
  deps: CampaignDeps,
  { campaign, planned, index }: { campaign: Campaign; planned: CampaignJob; index: number },
): Promise<boolean> {
  const item = await deps.table.get(jobKey(planned.jobId));
  if (!item) return false;
  const job = readJob(item);
  const { id: jobId, accountId, from, isPaced, chunkCount, chunksAtOnce } = job;
  const now = deps.clock.now();
  const result = await commit(deps.table, [
    {
      write: {
        Update: {
          Key: campaignRunItem.key(campaign.id),
          ...updateExpression({ set: { startedJobs: index + 1 } }, { values: { ':before': index } }),
          ConditionExpression: '#startedJobs = :before',
        },
      },
      onFail: 'started',
    },
    ...required([
      { Update: { Key: jobKey(jobId), ...updateExpression({ set: nextCheck(jobId, now) }) } },
      putIntoOutbox({
        id: deps.ids.next('out'),
        now,
        entry: {
          kind: 'job',
          ...{ jobId, accountId, from, isPaced },
          firstChunk: 1,
          lastChunk: Math.min(chunkCount, chunksAtOnce),
        },
      }),
    ]),
  ]);
  return result.committed;
}

/** Requeues the chunks of a campaign that is resumed after a pause, because they were not worked on meanwhile. */
async function callStarted(deps: CampaignDeps, campaign: Campaign, run: CampaignRun): Promise<void> {
  if (run.calledForVersion === campaign.version) return;
  for (const job of await readStarted(deps, run)) await requeueIdleChunks(deps, job);
  await deps.table.update({
    Key: campaignRunItem.key(campaign.id),
    ...updateExpression({ set: { calledForVersion: campaign.version } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

async function readStarted(deps: CampaignDeps, run: CampaignRun): Promise<Job[]> {
  const jobs = await readJobs(deps, run.jobs.slice(0, run.startedJobs));
  return jobs.filter(({ completedAt }) => completedAt === undefined);
}

export async function readJobs({ table }: Pick<CampaignDeps, 'table'>, jobs: CampaignJob[]): Promise<Job[]> {
  const items = await table.batchGet(jobs.map(({ jobId }) => jobKey(jobId)));
  return items.flatMap((item) => (item ? [readJob(item)] : []));
}

/** Removes the campaign from the timer's index: the timer checks the jobs, and the next change calls the worker. */
export async function removeDue(deps: CampaignDeps, campaign: Campaign): Promise<void> {
  await deps.table.update({
    Key: campaignItem.key(campaign),
    ...updateExpression(
      { remove: CAMPAIGN_DUE_ATTRIBUTES },
      { names: { '#version': 'version' }, values: { ':read': campaign.version } },
    ),
    ConditionExpression: '#version = :read',
  });
}
