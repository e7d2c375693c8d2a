import type { Platform } from '../platform/platform';
import type { Provider } from '../platform/provider/port';
import { regionSide } from '../platform/region-side';
import { findDuty } from './duty';

const RETRY_AFTER_SECONDS = 60;

/**
 * Wraps a provider: in a region that is not active it is not asked, so that a lost region hands nothing over
 * when it runs again.
 */
export function sendWhileActive(provider: Provider, platform: Pick<Platform, 'table' | 'clock'>): Provider {
  return {
    ...(provider.prepare && { prepare: provider.prepare.bind(provider) }),
    ...(provider.check && { check: provider.check.bind(provider) }),
    send: async (message) => {
      if (regionSide() !== undefined && (await findDuty(platform)) !== 'active')
        return {
          outcome: 'unavailable',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          isNoOutage: true,
          providerReason: 'RegionNotActive',
        };
      return provider.send(message);
    },
  };
}
