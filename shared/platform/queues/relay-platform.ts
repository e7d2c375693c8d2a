import { createEventBus } from './event-bus';
import { type CorePlatform, getPlatform, type Platform } from '../platform';
import { createQueues, type MeasuredQueues } from './queues';

type RelayPlatform = CorePlatform & Pick<Platform, 'eventBus'> & { queues: MeasuredQueues };

/** Returns the platform of functions that put work on the queues and events on the bus. */
export function getRelayPlatform(): RelayPlatform {
  const platform: CorePlatform & Partial<RelayPlatform> = getPlatform();
  const { config } = platform;
  const queues = (platform.queues ??= createQueues(config.queueUrl));
  const eventBus = (platform.eventBus ??= createEventBus(config.eventBusName));
  return Object.assign(platform, { queues, eventBus });
}
