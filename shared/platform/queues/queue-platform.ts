import { type CorePlatform, getPlatform } from '../platform';
import { createQueues, type MeasuredQueues } from './queues';

type QueuePlatform = CorePlatform & { queues: MeasuredQueues };

/** Returns the platform of functions that put work on the queues. */
export function getQueuePlatform(): QueuePlatform {
  const platform: CorePlatform & Partial<QueuePlatform> = getPlatform();
  const queues = (platform.queues ??= createQueues(platform.config.queueUrl));
  return Object.assign(platform, { queues });
}
