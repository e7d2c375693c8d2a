import type { WatchedQueue } from '../platform/queues/dead-letters';

/**
 * Returns every dead-letter queue of a stack; those with a queue first.
 *
 * @param texts.queues JSON of `{name: [url, deadLetterUrl]}`
 * @param texts.deadLetterQueues JSON of `{name: deadLetterUrl}`, for sources without a queue
 */
export function readQueues(texts: { queues: string; deadLetterQueues: string }): WatchedQueue[] {
  const pairs = JSON.parse(texts.queues) as Record<string, [url: string, deadLetterUrl: string]>;
  const others = JSON.parse(texts.deadLetterQueues) as Record<string, string>;
  return [
    ...Object.entries(pairs).map(([name, [url, deadLetterUrl]]) => ({ name, url, deadLetterUrl })),
    ...Object.entries(others).map(([name, deadLetterUrl]) => ({ name, url: undefined, deadLetterUrl })),
  ];
}
