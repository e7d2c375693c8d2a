import { createDeadLetterClient, redrive, settle, type WatchedQueue } from '../platform/queues/dead-letters';

/**
 * Result of a redrive: dead letters moved back to their queue, or deleted after the timer requeued the work. `refused`:
 * letters that SQS did not accept, which are kept.
 */
export type Redriven = { queue: string; moved: number; refused: number } | { queue: string; settled: number };

/**
 * Moves dead letters back to their queue; the timer requeues work that comes from no queue.
 *
 * @param options.takeUp runs the timer; when it throws, all dead letters that come from no queue are kept
 * @param options.atMost most letters in one call; absent: all of them
 */
export async function redriveDeadLetters(
  queue: WatchedQueue,
  options: { takeUp: () => Promise<void>; atMost?: number },
): Promise<Redriven> {
  const { takeUp, ...limit } = options;
  const { name, url, deadLetterUrl } = queue;
  const sqs = createDeadLetterClient();
  try {
    if (url !== undefined) return { queue: name, ...(await redrive(sqs, { url, deadLetterUrl, ...limit })) };
    return { queue: name, settled: await settle(sqs, { deadLetterUrl, takeUp, ...limit }) };
  } finally {
    sqs.destroy();
  }
}
