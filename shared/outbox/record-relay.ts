import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { OutboxItem } from './outbox';

/** The event that ends a job. */
export const JOB_ENDED = 'messaging.job.completed';

/** An attempt to relay items that were not relayed before. */
export interface RelayAttempt {
  items: OutboxItem[];
  /** Ids of those that could not be relayed. */
  failed: string[];
}

/** Measures how late items are relayed, by the stream or the timer, and counts the jobs that ended. */
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
