import { readQueues } from '../../shared/operations/watched-queues';
import type { WatchedQueue } from '../../shared/platform/queues/dead-letters';
import type { FoundService } from './found-service';
import { OperatorError } from './operator-error';

/** Reads every dead-letter queue of the stack from its outputs; those with a queue first. */
export function readWatchedQueues({ outputs }: Pick<FoundService, 'outputs'>): WatchedQueue[] {
  const { Queues: queues, DeadLetterQueues: deadLetterQueues } = outputs;
  if (queues === undefined || deadLetterQueues === undefined) {
    throw new OperatorError('The service does not say what its queues are: deploy it again.');
  }
  return readQueues({ queues, deadLetterQueues });
}
