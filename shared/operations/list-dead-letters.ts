import {
  countMessages,
  createDeadLetterClient,
  firstSentAtOf,
  peek,
  type QueueCounts,
  type WatchedQueue,
} from '../platform/queues/dead-letters';
import { describeDeadLetter } from './internal/describe-dead-letter';

export interface ListedQueue extends QueueCounts {
  queue: string;
  /** Sample of the dead letters. */
  letters: Array<{ about: string; firstSentAt: string | undefined }>;
}

/** Counts waiting messages and dead letters, by queue, and describes a sample of the dead letters. */
export async function listDeadLetters(queues: WatchedQueue[]): Promise<ListedQueue[]> {
  const sqs = createDeadLetterClient();
  try {
    return await Promise.all(queues.map((queue) => lookInto(sqs, queue)));
  } finally {
    sqs.destroy();
  }
}

async function lookInto(
  sqs: ReturnType<typeof createDeadLetterClient>,
  queue: WatchedQueue,
): Promise<ListedQueue> {
  const counts = await countMessages(sqs, queue);
  const letters = counts.deadLetters === 0 ? [] : await peek(sqs, queue);
  return {
    queue: queue.name,
    ...counts,
    letters: letters
      .map((letter) => ({
        about: describeDeadLetter(queue.name, letter),
        firstSentAt: readTime(firstSentAtOf(letter)),
      }))
      .sort((a, b) => (a.firstSentAt ?? '').localeCompare(b.firstSentAt ?? '')),
  };
}

function readTime(epochMs: string | undefined): string | undefined {
  const ms = Number(epochMs);
  return ms > 0 ? new Date(ms).toISOString() : undefined;
}
