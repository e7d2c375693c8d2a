import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { OutboxItem } from './outbox';

/** Event that ends a job. */
export const JOB_ENDED = 'messaging.job.completed';

/** Attempt to relay items for the first time. */
export interface RelayAttempt {
  items: OutboxItem[];
  /** Ids of items that could not be relayed. */
  failed: string[];
}

/** Records how late items are relayed, by the stream or the timer, and counts the jobs that ended. */
export function recordRelay(
  platform: Pick<Platform, 'clock' | 'metrics'>,
  { items, failed }: RelayAttempt,
): void {
  if (items.length === 0) return;
  const oldestMs = Math.min(...items.map(({ createdAt }) => Date.parse(createdAt)));
  platform.metrics.record('OutboxLag', Math.max(0, epochMs(platform.clock) - oldestMs));
  const ended = items.filter(
    ({ id, entry }) => !failed.includes(id) && entry.kind === 'event' && entry.event.detailType === JOB_ENDED,
  );
  if (ended.length > 0) platform.metrics.record('JobsEnded', ended.length);
}
