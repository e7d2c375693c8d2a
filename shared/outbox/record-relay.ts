import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { OutboxItem } from './outbox';

/** Records how late items are relayed, by the stream or the timer. The timer also takes up unacknowledged events. */
export function recordRelay(platform: Pick<Platform, 'clock' | 'metrics'>, items: OutboxItem[]): void {
  if (items.length === 0) return;
  const oldestMs = Math.min(...items.map(({ createdAt }) => Date.parse(createdAt)));
  platform.metrics.record('OutboxLag', Math.max(0, epochMs(platform.clock) - oldestMs));
}
