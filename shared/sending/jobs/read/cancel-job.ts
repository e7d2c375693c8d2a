import { putIntoOutbox } from '../../../outbox/outbox';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { commit } from '../../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../../platform/store/table';
import { type Job, readJob } from '../job';
import { awaitHandOvers } from '../results/await-hand-overs';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Cancels a job: its chunks skip the remaining recipients and refund their credits. A job that has ended or is
 * cancelled stays as it is. Waits while more recipients are being handed over than may be sent to after the answer.
 *
 * @returns the job in its current state
 *
 * **Source:** rules E2.
 */
export async function cancelJob(deps: Deps, found: Job): Promise<Job> {
  const job = await markJobCancelled(deps, found);
  if (job.completedAt === undefined) await awaitHandOvers(deps, [job.id]);
  return job;
}

async function markJobCancelled(deps: Deps, found: Job): Promise<Job> {
  let job = found;
  return retryOnConflict(deps.table.waits, async () => {
    if (job.status === 'completed' || job.status === 'cancelled') return job;
    const result = await commit(deps.table, [
      { write: markCancelled(job), onFail: 'statusMoved' },
      {
        write: putIntoOutbox({
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
      },
    ]);
    if (result.committed) return { ...job, status: 'cancelled' as const };
    if (!result.found) return job;
    job = readJob(result.found);
    return CONFLICT;
  });
}

function markCancelled(job: Job): TransactItem {
  return {
    Update: {
      Key: jobKey(job.id),
      ...updateExpression({ set: { status: 'cancelled' } }, { values: { ':found': job.status } }),
      ConditionExpression: '#status = :found',
    },
  };
}
