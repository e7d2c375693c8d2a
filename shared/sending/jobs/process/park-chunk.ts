import { putIntoOutbox } from '../../../outbox/outbox';
import { commit } from '../../../platform/store/commit';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../../../platform/queues';
import { LeaseLostError, releaseProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import type { Progress } from '../results/progress';

/** Gives the lease back and puts the chunk on the queue again, for when there is something to do. */
export async function parkChunk(deps: ChunkDeps, work: ChunkWork, untilMs: number): Promise<void> {
  const { job, chunk } = work;
  const now = deps.clock.now();
  const waitSeconds = Math.max(0, Math.ceil((untilMs - now.getTime()) / 1000));
  const parked: Progress = {
    ...work.progress,
    parkedUntil: waitSeconds > 0 ? new Date(untilMs).toISOString() : undefined,
  };
  const again = putIntoOutbox({
    id: deps.ids.next('out'),
    now,
    entry: {
      kind: 'job',
      jobId: job.id,
      accountId: job.accountId,
      from: job.from,
      firstChunk: chunk,
      lastChunk: chunk,
      delaySeconds: Math.min(LONGEST_QUEUE_DELAY_SECONDS, waitSeconds),
    },
  });
  const result = await commit(deps.table, [
    { write: releaseProgress(parked, job), onFail: 'leaseLost' },
    { write: again },
  ]);
  if (!result.committed) throw new LeaseLostError();
}
