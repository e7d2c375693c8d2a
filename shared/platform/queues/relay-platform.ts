import type { Platform } from '../platform';
import { createEventBus } from './event-bus';
import { getQueuePlatform } from './queue-platform';

type RelayPlatform = ReturnType<typeof getQueuePlatform> & Pick<Platform, 'eventBus'>;

/** Returns the platform of functions that put work on the queues and events on the bus. */
export function getRelayPlatform(): RelayPlatform {
  const platform: ReturnType<typeof getQueuePlatform> & Partial<RelayPlatform> = getQueuePlatform();
  const eventBus = (platform.eventBus ??= createEventBus(platform.config.eventBusName));
  return Object.assign(platform, { eventBus });
}
