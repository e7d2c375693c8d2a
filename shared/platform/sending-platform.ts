import { type CorePlatform, getPlatform, type Platform } from './platform';
import { createSimulatorProvider } from './provider/simulator';

export type SendingPlatform = CorePlatform & Pick<Platform, 'provider'>;

/** The platform of functions that hand messages to the provider. */
export function getSendingPlatform(): SendingPlatform {
  const platform: CorePlatform & Partial<SendingPlatform> = getPlatform();
  const provider = (platform.provider ??= createSimulatorProvider(platform.config.provider.simulatorUrl));
  return Object.assign(platform, { provider });
}
