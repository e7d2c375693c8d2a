import type { Table } from '../../platform/store/table';
import { readJobClicks } from '../../sending/clicks/click-counters';
import { addCounts, endedCount, type Job, type JobCounts, NO_COUNTS } from '../../sending/jobs/job';
import { countsNow, readAllProgress } from '../../sending/jobs/results/read-counts';
import { addSkips } from '../../sending/jobs/results/result';
import type { Campaign } from '../record/campaign';
import { type CampaignCounters, readCampaignCounters } from '../record/campaign-counters';
import { findRun, type CampaignJob } from './run-item';
import { readJobs } from './internal/start-jobs';

export interface CampaignCounts extends CampaignCounters {
  selected: number;
  pending: number;
  sent: number;
  failed: number;
  skipped: number;
}

/** Returns the current number of a campaign's recipients by outcome. **Source:** rules E4.8. */
export async function readCampaignCounts(
  table: Table,
  campaign: Campaign,
): Promise<{ counts: CampaignCounts; skippedBy: Record<string, number> }> {
  const { selected = 0, id } = campaign;
  if (campaign.jobCount === 0) return { counts: { ...NOTHING, selected, pending: selected }, skippedBy: {} };
  const jobs = (await findRun(table, id))?.jobs ?? [];
  const [ended, counters, clicks] = await Promise.all([
    campaign.completedAt === undefined ? readEnded(table, campaign, jobs) : campaign,
    readCampaignCounters(table, id),
    Promise.all(jobs.map(({ jobId }) => readJobClicks(table, jobId))),
  ]);
  const { sent, failed, skipped } = ended.counts;
  const pending = selected - endedCount(ended.counts);
  const clicked = clicks.reduce((sum, { messages }) => sum + messages, 0);
  return {
    counts: { ...counters, clicked, selected, pending, sent, failed, skipped },
    skippedBy: ended.skippedBy,
  };
}

const NOTHING = {
  ...{ sent: 0, failed: 0, skipped: 0 },
  ...{ delivered: 0, undelivered: 0, read: 0, clicked: 0, optedOut: 0 },
};

/** Counts a campaign that is still running: its completed jobs, and the progress of the chunks of the others. */
async function readEnded(
  table: Table,
  { status }: Campaign,
  jobs: CampaignJob[],
): Promise<{ counts: JobCounts; skippedBy: Record<string, number> }> {
  let [counts, skippedBy] = [NO_COUNTS, {}];
  for (const job of await readJobs({ table }, jobs)) {
    const ofJob = await readEndedOfJob(table, status === 'cancelled' ? { ...job, status } : job);
    counts = addCounts(counts, ofJob.counts);
    skippedBy = addSkips(skippedBy, ofJob.skippedBy);
  }
  return { counts, skippedBy };
}

async function readEndedOfJob(
  table: Table,
  job: Job,
): Promise<{ counts: JobCounts; skippedBy: Record<string, number> }> {
  const { counts, skippedBy = {} } = job;
  if (job.completedAt !== undefined || job.status === 'queued') return { counts, skippedBy };
  const chunks = await readAllProgress(table, job.id);
  const now = countsNow(job, chunks);
  const known = chunks.reduce((sum, progress) => addSkips(sum, progress.skippedBy), {});
  const cancelled = now.skipped - sumOf(known);
  return { counts: now, skippedBy: cancelled > 0 ? addSkips(known, { cancelled }) : known };
}

const sumOf = (skips: Record<string, number>) => Object.values(skips).reduce((sum, count) => sum + count, 0);
