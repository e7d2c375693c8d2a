import type { Table } from '../../../platform/store/table';
import { findWait } from '../../../senders/find-wait';
import { type Job, presentJob } from '../job';
import { readCounts } from '../results/read-counts';

/** Reads the progress of a job and presents it, as rules 2.2 and E8.2 say. */
export async function showJob(table: Table, job: Job): Promise<Record<string, unknown>> {
  const { accountId, from: number } = job;
  const isGoingOn = job.completedAt === undefined && job.status !== 'cancelled';
  const [counts, waitingFor] = await Promise.all([
    readCounts(table, job),
    isGoingOn ? findWait(table, { accountId, number }) : undefined,
  ]);
  return { ...presentJob(job, counts), ...(waitingFor && { waitingFor }) };
}
