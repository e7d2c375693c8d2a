import { jobKey, PROGRESS_PREFIX } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { addCounts, type Job, NO_COUNTS, type JobCounts } from '../job';
import { type Progress, readProgress } from './progress';

/** The progress of each chunk that was started. */
export async function readAllProgress(table: Table, jobId: string): Promise<Progress[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': jobKey(jobId).pk, ':prefix': PROGRESS_PREFIX },
    ConsistentRead: true,
  });
  return items.map(readProgress);
}

/** The job's counts now, chunks that are being worked on included. */
export async function readCounts(table: Table, job: Job): Promise<JobCounts> {
  if (job.completedAt !== undefined) return job.counts;
  const all = await readAllProgress(table, job.id);
  return all.reduce((counts, progress) => addCounts(counts, progress.counts), NO_COUNTS);
}
