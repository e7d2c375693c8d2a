import { putIntoOutbox } from '../../../outbox/outbox';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import { pauseWithJitter } from '../../../platform/pause';
import type { Platform } from '../../../platform/platform';
import { type Job, readJob } from '../job';

const MAX_CONFLICTS = 12;

/**
 * Stops a job: from now on nobody is handed over; the chunks end by skipping whoever is left, and give the credits
 * back. A job that has ended, or is cancelled, stays as it is.
 *
 * @returns the job as it is now
 */
export async function cancelJob(deps: Pick<Platform, 'table' | 'clock' | 'ids'>, found: Job): Promise<Job> {
  let job = found;
  for (let round = 1; ; round++) {
    if (job.status === 'completed' || job.status === 'cancelled') return job;
    const result = await deps.table.transact([
      {
        Update: {
          Key: jobKey(job.id),
          ...updateExpression({ set: { status: 'cancelled' } }, { values: { ':found': job.status } }),
          ConditionExpression: '#status = :found',
        },
      },
      putIntoOutbox({
        id: deps.ids.next('out'),
        now: deps.clock.now(),
        entry: {
          kind: 'job',
          jobId: job.id,
          accountId: job.accountId,
          from: job.from,
          firstChunk: 1,
          lastChunk: job.chunkCount,
        },
      }),
    ]);
    if (result.committed) return { ...job, status: 'cancelled' };
    if (round === MAX_CONFLICTS) throw new Error('Cancelling a job kept conflicting');
    await pauseWithJitter(round);
    const item = await deps.table.get(jobKey(job.id));
    if (!item) return job;
    job = readJob(item);
  }
}
