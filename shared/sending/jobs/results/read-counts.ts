import { jobKey, PROGRESS_PREFIX } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { addCounts, type Job, NO_COUNTS, type JobCounts } from '../job';
import { type Progress, readProgress } from './progress';

/** Reads the progress of each chunk that was started. */
export async function readAllProgress(table: Table, jobId: string): Promise<Progress[]> {
  const items = await table.queryAll({ ...progressQuery(jobId), ConsistentRead: true });
  return items.map(readProgress);
}

/** Builds the query for the progress of a job's chunks. */
export const progressQuery = (jobId: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': jobKey(jobId).pk, ':prefix': PROGRESS_PREFIX },
});

/** Reads the current counts of a job, including chunks that are being worked on. */
export async function readCounts(table: Table, job: Job): Promise<JobCounts> {
  if (job.completedAt !== undefined) return job.counts;
  return countsNow(job, await readAllProgress(table, job.id));
}

/**
 * Computes the counts of a job that goes on, from the progress of its chunks. Once a job is cancelled, only recipients
 * whose send batch was stored before are handed over: all others count as skipped, even before a worker has ended them.
 *
 * **Source:** rules E2.
 */
export function countsNow(
  { status, totalRecipients }: Pick<Job, 'status' | 'totalRecipients'>,
  chunks: Progress[],
): JobCounts {
  const counts = chunks.reduce((sum, progress) => addCounts(sum, progress.counts), NO_COUNTS);
  if (status !== 'cancelled') return counts;
  const undecided = chunks.reduce((sum, { inFlight }) => sum + sizeOf(inFlight), 0);
  return { ...counts, skipped: totalRecipients - counts.sent - counts.failed - undecided };
}

const sizeOf = (inFlight: Progress['inFlight']): number =>
  inFlight === undefined ? 0 : inFlight.positions.length + inFlight.ended.length;
