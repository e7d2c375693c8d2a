import { isHeld } from '../../../platform/store/lease';
import { findDue } from '../../../outbox/find-due';
import { chunkQueueGroup, chunkQueueOf, type ChunkTask } from '../../../outbox/relay-outbox';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import type { QueueMessage } from '../../../platform/queues';
import { type Job, nextCheck, readJob } from '../job';
import { isParked, type Progress } from '../results/progress';
import { readAllProgress } from '../results/read-counts';

/**
 * Requeues the chunks of unfinished jobs that no worker works on, although one could: their queue messages were lost, or
 * their workers died.
 *
 * @returns how many chunks
 */
export async function requeueStalledChunks(
  platform: Pick<Platform, 'table' | 'clock' | 'queues'>,
): Promise<number> {
  let requeued = 0;
  const now = platform.clock.now();
  for await (const item of findDue(platform.table, 'JOB', now)) {
    const job = readJob(item);
    const tasks = await idleChunks(platform, job, now);
    if (tasks.length > 0) await platform.queues.send(chunkQueueOf(job), tasks);
    requeued += tasks.length;
    await platform.table.update({
      Key: jobKey(job.id),
      ...updateExpression({ set: nextCheck(job.id, now) }),
      ConditionExpression: 'attribute_exists(gsi1pk)',
    });
  }
  return requeued;
}

async function idleChunks(platform: Pick<Platform, 'table'>, job: Job, now: Date): Promise<QueueMessage[]> {
  const progressByChunk = new Map<number, Progress>();
  for (const progress of await readAllProgress(platform.table, job.id)) {
    progressByChunk.set(progress.chunk, progress);
  }
  const groupId = chunkQueueGroup(job);
  const tasks: QueueMessage[] = [];
  const most = job.status === 'cancelled' ? job.chunkCount : job.chunksAtOnce;
  for (let chunk = 1, open = 0; chunk <= job.chunkCount && open < most; chunk++) {
    const progress = progressByChunk.get(chunk);
    if (progress?.state === 'done') continue;
    open++;
    const mayWait = progress !== undefined && job.status !== 'cancelled' && isParked(progress, now);
    const isBusy = mayWait || (progress !== undefined && isHeld(progress, now));
    const body: ChunkTask = { jobId: job.id, chunk };
    if (!isBusy) tasks.push({ body, groupId });
  }
  return tasks;
}
