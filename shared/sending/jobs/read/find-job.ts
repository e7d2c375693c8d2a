import { isOver, type Retention } from '../../../accounts/retention';
import { ServiceError } from '../../../errors/service-error';
import { jobKey, jobListKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import type { Table } from '../../../platform/store/table';
import { type Job, type JobKind, listedJobItem, readJob } from '../job';

/** Form of a job's id. Other text from a caller is not an id, and may be longer than a key of the table can be. */
const JOB_ID = /^brc_[0-9A-HJKMNP-TV-Z]{26}$/;

export async function findJob(
  table: Table,
  options: { accountId: string; jobId: string },
): Promise<Job | undefined> {
  if (!JOB_ID.test(options.jobId)) return undefined;
  const item = await table.get(jobKey(options.jobId));
  const job = item && readJob(item);
  return job?.accountId === options.accountId ? job : undefined;
}

/**
 * Finds a job of the account.
 *
 * @throws ServiceError NoSuchMessageOrJob when the account has no such job of this kind, or its retention has ended
 *
 * **Source:** rules E2.
 */
export async function findJobOrThrow(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { account: { id: string } & Retention; jobId: string; kind: JobKind },
): Promise<Job> {
  const { account, jobId, kind } = options;
  const job = await findJob(table, { accountId: account.id, jobId });
  if (job?.kind !== kind || isJobOver(job, account, clock.now()))
    throw new ServiceError('NoSuchMessageOrJob', { cause: kind });
  return job;
}

/** Returns true when a job has ended and its retention is over. **Source:** rules E2. */
export const isJobOver = (
  { completedAt, createdAt }: Pick<Job, 'completedAt' | 'createdAt'>,
  retention: Retention,
  now: Date,
): boolean => completedAt !== undefined && isOver(retention, createdAt, now);

/**
 * Lists the account's jobs, newest first.
 *
 * @param options.olderThan id of a job: the list starts with the next older one; absent: with the newest
 */
export async function listJobs(
  table: Table,
  options: { accountId: string; limit: number; olderThan?: string | undefined },
): Promise<Job[]> {
  const { accountId, limit, olderThan } = options;
  const listed = await table.queryPage({
    KeyConditionExpression: `pk = :pk${olderThan === undefined ? '' : ' AND sk < :olderThan'}`,
    ExpressionAttributeValues: {
      ':pk': jobListKey(accountId, '').pk,
      ...(olderThan !== undefined && { ':olderThan': olderThan }),
    },
    ScanIndexForward: false,
    Limit: limit,
  });
  const jobs = await table.batchGet(listed.items.map((item) => jobKey(listedJobItem.read(item).jobId)));
  return jobs.filter((item) => item !== undefined).map(readJob);
}
