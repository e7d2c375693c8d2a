import type { FoundService } from './found-service';
import { OperatorError } from './operator-error';

/** A dead-letter queue of the service, with what stands before it. */
export interface WatchedQueue {
  name: string;
  /** The queue that its messages come from; absent: they come from none, and their work lies in the table. */
  url: string | undefined;
  deadLetterUrl: string;
}

/** Every dead-letter queue that the stack has, as its outputs say; those with a queue first. */
export function readWatchedQueues({ outputs }: Pick<FoundService, 'outputs'>): WatchedQueue[] {
  const { Queues: queues, DeadLetterQueues: deadLetterQueues } = outputs;
  if (queues === undefined || deadLetterQueues === undefined) {
    throw new OperatorError('The service does not say what its queues are: deploy it again.');
  }
  const pairs = JSON.parse(queues) as Record<string, [url: string, deadLetterUrl: string]>;
  const others = JSON.parse(deadLetterQueues) as Record<string, string>;
  return [
    ...Object.entries(pairs).map(([name, [url, deadLetterUrl]]) => ({ name, url, deadLetterUrl })),
    ...Object.entries(others).map(([name, deadLetterUrl]) => ({ name, url: undefined, deadLetterUrl })),
  ];
}
