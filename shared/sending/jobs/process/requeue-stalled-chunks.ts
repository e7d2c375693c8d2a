import { readSendId } from '../../../automations/record/send-id';
import { isHeld } from '../../../platform/store/lease';
import { findDue } from '../../../outbox/find-due';
import { chunkQueueGroup, chunkQueueOf, type ChunkTask } from '../../../outbox/relay-outbox';
import { updateExpression } from '../../../platform/store/expressions';
import { jobKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import type { MeasuredQueues, QueueMessage, QueueName } from '../../../platform/queues/queues';
import { type Job, JOB_CHECK_INTERVAL_MS, nextCheck, queueOf, readJob } from '../job';
import { openInLanes } from '../lanes';
import { chunkAction, readCampaignOf } from './internal/campaign-turn';
import { isParked, type Progress } from '../results/progress';
import { readAllProgress } from '../results/read-counts';

/**
 * Interval of checks while a campaign is paused. Its chunks are queued when it goes on; the check finds them when that
 * queue message was lost.
 */
const RESTING_CHECK_INTERVAL_MS = 15 * 60_000;
/** The same for the texts of an automation, whose chunks only the check finds. */
const AUTOMATION_CHECK_INTERVAL_MS = 60_000;

/** Time for which a hint is presumed to wait in a queue that is never empty; after that it counts as lost. */
const LONGEST_WAIT_IN_QUEUE_MS = 5 * 60_000;

/**
 * Requeues the chunks of unfinished jobs that could be worked on but have no worker: their queue messages were lost, or
 * their workers died. While messages wait in the queue, theirs may be among them, and a second one would only make the
 * queue longer.
 *
 * @returns number of requeued chunks
 */
export async function requeueStalledChunks(
  platform: Pick<Platform, 'table' | 'clock'> & { queues: MeasuredQueues },
): Promise<number> {
  let requeued = 0;
  const now = platform.clock.now();
  const depths = new Map<QueueName, number>();
  for await (const item of findDue(platform.table, 'JOB', now)) {
    const job = readJob(item);
    const ofJob = queuesOf(job);
    for (const queue of ofJob) {
      if (!depths.has(queue)) depths.set(queue, await platform.queues.countWaiting(queue));
    }
    const mayBeQueued = ofJob.some((queue) => depths.get(queue) !== 0);
    requeued += await requeueIdleChunks(platform, job, { mayBeQueued });
  }
  return requeued;
}

/** Returns the queues on which chunks of a job are. */
function queuesOf(job: Job): QueueName[] {
  const { lanes, chunkCount } = job;
  if (!lanes) return [chunkQueueOf(job)];
  return [
    ...(lanes.paced > 0 ? ['paced' as const] : []),
    ...(lanes.paced < Math.min(lanes.sizes.length, chunkCount) ? ['chunk' as const] : []),
  ];
}

/**
 * Requeues the chunks of one job that could be worked on but have no worker.
 *
 * @param options.mayBeQueued true when their hints may still wait in the queue
 * @returns number of requeued chunks
 */
export async function requeueIdleChunks(
  platform: Pick<Platform, 'table' | 'clock' | 'queues'>,
  job: Job,
  { mayBeQueued = false }: { mayBeQueued?: boolean } = {},
): Promise<number> {
  const now = platform.clock.now();
  const isResting = chunkAction(await readCampaignOf(platform.table, job)) === 'rest';
  const { tasks, nothingBefore } = isResting
    ? { tasks: [], nothingBefore: undefined }
    : await idleChunks(platform, job, now);
  const since = job.waitingSince ?? now.toISOString();
  const isLeft =
    mayBeQueued && tasks.length > 0 && now.getTime() - Date.parse(since) < LONGEST_WAIT_IN_QUEUE_MS;
  if (!isLeft) await sendTasks(platform, tasks);
  const restMs = readSendId(job.campaignId) ? AUTOMATION_CHECK_INTERVAL_MS : RESTING_CHECK_INTERVAL_MS;
  const waitMs = isResting ? restMs : Math.max(0, (nothingBefore ?? 0) - now.getTime());
  await platform.table.update({
    Key: jobKey(job.id),
    ...updateExpression({
      set: {
        ...nextCheck(job.id, now, Math.max(JOB_CHECK_INTERVAL_MS, waitMs)),
        ...(isLeft && { waitingSince: since }),
      },
      ...(!isLeft && { remove: ['waitingSince'] }),
    }),
    ConditionExpression: 'attribute_exists(gsi1pk)',
  });
  return isLeft ? 0 : tasks.length;
}

/** Queue message of a chunk, with its queue. */
type ChunkMessage = QueueMessage & { queue: ReturnType<typeof chunkQueueOf> };

/** Returns the chunks of a job that may be worked on now. */
function openChunks(job: Job, isDone: (chunk: number) => boolean): number[] {
  const all = Array.from({ length: job.chunkCount }, (_, index) => index + 1);
  if (job.status === 'cancelled') return all.filter((chunk) => !isDone(chunk));
  if (job.lanes) return openInLanes(job.lanes, isDone);
  return all.filter((chunk) => !isDone(chunk)).slice(0, job.chunksAtOnce);
}

/** Sends queue messages of chunks, each to its queue. */
async function sendTasks({ queues }: Pick<Platform, 'queues'>, tasks: ChunkMessage[]): Promise<void> {
  for (const queue of ['chunk', 'paced'] as const) {
    const messages = tasks.filter((task) => task.queue === queue);
    if (messages.length > 0)
      await queues.send(
        queue,
        messages.map(({ queue: _queue, ...message }) => message),
      );
  }
}

/**
 * Finds the chunks that could be worked on but have no worker.
 *
 * @returns the queue messages; `nothingBefore` when every open chunk of a campaign's job is parked: the earliest time
 *   at which one of them is due, epoch milliseconds
 */
async function idleChunks(
  platform: Pick<Platform, 'table'>,
  job: Job,
  now: Date,
): Promise<{ tasks: ChunkMessage[]; nothingBefore: number | undefined }> {
  const progressByChunk = new Map<number, Progress>();
  for (const progress of await readAllProgress(platform.table, job.id)) {
    progressByChunk.set(progress.chunk, progress);
  }
  const groupId = chunkQueueGroup(job);
  const tasks: ChunkMessage[] = [];
  let parkedUntilMs = job.kind === 'campaign' ? Infinity : 0;
  for (const chunk of openChunks(job, (number) => progressByChunk.get(number)?.state === 'done')) {
    const progress = progressByChunk.get(chunk);
    const mayWait = progress !== undefined && job.status !== 'cancelled' && isParked(progress, now);
    const isBusy = mayWait || (progress !== undefined && isHeld(progress, now));
    parkedUntilMs = Math.min(parkedUntilMs, mayWait ? Date.parse(progress.parkedUntil ?? '') : 0);
    const body: ChunkTask = { jobId: job.id, chunk };
    if (!isBusy) tasks.push({ body, groupId, queue: chunkQueueOf(queueOf(job, chunk)) });
  }
  return { tasks, nothingBefore: Number.isFinite(parkedUntilMs) ? parkedUntilMs : undefined };
}
