import type { WatchedQueue } from '../platform/queues/dead-letters';

interface QueueTexts {
  /** JSON of `{name: [queue, deadLetterQueue]}`. */
  queues: string;
  /** JSON of `{name: deadLetterQueue}`, for sources without a queue. */
  deadLetterQueues: string;
  /** URL of any queue of the stack, to which the others are relative; absent: all of them are whole URLs. */
  queuesBaseUrl?: string;
}

/** Returns every dead-letter queue of a stack; those with a queue first. */
export function readQueues({ queues, deadLetterQueues, queuesBaseUrl }: QueueTexts): WatchedQueue[] {
  const pairs = JSON.parse(queues) as Record<string, [queue: string, deadLetters: string]>;
  const others = JSON.parse(deadLetterQueues) as Record<string, string>;
  const urlOf = (queue: string) => new URL(queue, queuesBaseUrl).href;
  return [
    ...Object.entries(pairs).map(([name, [queue, deadLetters]]) => ({
      ...{ name, url: urlOf(queue), deadLetterUrl: urlOf(deadLetters) },
    })),
    ...Object.entries(others).map(([name, deadLetters]) => ({
      ...{ name, url: undefined, deadLetterUrl: urlOf(deadLetters) },
    })),
  ];
}
