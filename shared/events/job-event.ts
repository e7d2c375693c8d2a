import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type EventBase, queueEvent } from './queue-event';

/** Every recipient of a broadcast or batch has had its end. */
export interface JobCompleted extends EventBase {
  type: 'messaging.job.completed';
  job: {
    id: string;
    kind: 'broadcast' | 'batch';
    from: string;
    /** `cancelled` when a caller stopped it. */
    status: 'completed' | 'cancelled';
    totalRecipients: number;
    counts: { sent: number; failed: number; skipped: number };
    createdAt: string;
    completedAt: string;
  };
}

/** What the event takes over from the job. */
type EndedJob = Pick<JobCompleted, 'accountId'> &
  Pick<JobCompleted['job'], 'id' | 'kind' | 'from' | 'totalRecipients' | 'createdAt'>;

/**
 * For the transaction that ends the job.
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
  return queueEvent<JobCompleted>(ids, {
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
