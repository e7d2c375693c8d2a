import { createDeadLetterClient, redrive, settle, type WatchedQueue } from '../platform/dead-letters';

/**
 * What was done with a queue's dead letters: moved back to their queue, or deleted after the timer requeued the work.
 * `refused`: SQS did not take so many, which are kept.
 */
export type Redriven = { queue: string; moved: number; refused: number } | { queue: string; settled: number };

/**
 * Puts dead letters back on their queue; what comes from no queue, the timer takes up.
 *
 * @param options.takeUp runs the timer; when it throws, dead letters that come from no queue are all kept
 * @param options.atMost how many in one call; absent: all of them
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
