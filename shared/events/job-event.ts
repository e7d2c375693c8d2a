import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventOf } from './event-types';
import { queueEvent } from './queue-event';

type JobCompleted = EventOf<'messaging.job.completed'>;

/** Fields that the event copies from the job. */
type EndedJob = Pick<JobCompleted, 'accountId'> &
  Pick<JobCompleted['job'], 'id' | 'kind' | 'from' | 'totalRecipients' | 'createdAt'>;

/**
 * Builds the outbox write for the transaction that ends the job.
 *
 * @param options.counts of all chunks, the last one included
 */
export function queueJobCompleted(
  ids: Ids,
  options: {
    job: EndedJob;
    status: JobCompleted['job']['status'];
    counts: JobCompleted['job']['counts'];
    now: Date;
  },
): TransactItem {
  const { job, status, counts, now } = options;
  const { id, accountId, kind, from, totalRecipients, createdAt } = job;
  const { sent, failed, skipped } = counts;
  return queueEvent(ids, {
    event: {
      type: 'messaging.job.completed',
      accountId,
      job: {
        ...{ id, kind, from, status, totalRecipients, createdAt },
        counts: { sent, failed, skipped },
        completedAt: now.toISOString(),
      },
    },
    now,
  });
}
