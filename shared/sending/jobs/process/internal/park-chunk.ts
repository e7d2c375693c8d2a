import { chunkQueueGroup, chunkQueueOf, type ChunkTask } from '../../../../outbox/relay-outbox';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../../../../platform/queues/queues';
import { giveLeaseBack } from './chunk-lease';
import { CHUNK_LEASE_MS } from '../../results/progress';
import { queueOf } from '../../job';
import type { ChunkDeps, ChunkWork } from './chunk-work';

/**
 * Releases the lease and puts the chunk back on its queue, delayed until there is something to do. The queue message is
 * a hint: when it is lost, the timer finds the chunk without a worker. That saves an outbox item for each turn.
 *
 * @throws LeaseLostError
 */
export async function parkChunk(deps: ChunkDeps, work: ChunkWork, untilMs: number): Promise<void> {
  const { job, chunk } = work;
  const waitSeconds = Math.max(0, Math.ceil((untilMs - deps.clock.now().getTime()) / 1000));
  await giveLeaseBack(deps, {
    job,
    progress: {
      ...work.progress,
      parkedUntil: waitSeconds > 0 ? new Date(untilMs).toISOString() : undefined,
    },
  });
  // The timer requeues a chunk that waits for longer than a queue can delay it.
  if (job.kind === 'campaign' && waitSeconds > LONGEST_QUEUE_DELAY_SECONDS) return;
  const body: ChunkTask = { jobId: job.id, chunk };
  const delaySeconds = waitSeconds > 0 ? Math.min(LONGEST_QUEUE_DELAY_SECONDS, waitSeconds) : undefined;
  try {
    await deps.queues.send(chunkQueueOf(queueOf(job, chunk)), [
      { body, groupId: chunkQueueGroup(job), delaySeconds },
    ]);
  } catch (error) {
    deps.log.warn('A parked chunk waits for the timer', { error: String((error as Error).name) });
  }
}

/**
 * Puts a chunk back on its queue, delayed until its lease has run out, when the table is too busy to release the lease.
 * The next worker continues it like a chunk whose worker has died.
 */
export async function requeueAfterLease(deps: ChunkDeps, { job, chunk }: ChunkWork): Promise<void> {
  deps.log.warn('A chunk waits for a busy table', { jobId: job.id, chunk });
  const body: ChunkTask = { jobId: job.id, chunk };
  const delaySeconds = CHUNK_LEASE_MS / 1_000 + 1;
  await deps.queues.send(chunkQueueOf(queueOf(job, chunk)), [
    { body, groupId: chunkQueueGroup(job), delaySeconds },
  ]);
}
