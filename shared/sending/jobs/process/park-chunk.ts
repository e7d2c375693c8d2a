import { putIntoOutbox } from '../../../outbox/outbox';
import { pauseWithJitter } from '../../../platform/pause';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../../../platform/queues';
import { LeaseLostError, releaseProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import type { Progress } from '../results/progress';

const MAX_CONFLICTS = 10;

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
  for (let round = 1; ; round++) {
    const result = await deps.table.transact([releaseProgress(parked, job), again]);
    if (result.committed) return;
    if (result.failed.some(({ reason }) => reason === 'conditionFailed')) throw new LeaseLostError();
    if (round === MAX_CONFLICTS) throw new Error('Parking a chunk kept conflicting');
    await pauseWithJitter(round, deps.pause);
  }
}
