import type { CorePlatform, Platform } from '../../platform/platform';
import { createEumLookUps } from '../../platform/provider/eum/look-up';
import { paceLookUps } from '../../platform/provider/paced-look-ups';
import type { LookUps } from '../../platform/provider/port';
import { createSimulatorLookUps } from '../../platform/provider/simulator';

let shared: LookUps | undefined;

/** Returns the paced look-ups of this process, for a function that does not hand messages over. */
export function getLookUps(platform: CorePlatform): LookUps {
  return (shared ??= paceLookUps(createLookUps(platform), platform));
}

/**
 * Adds the look-ups, which are set up at the first of them, to the provider of a function that hands messages over. A
 * provider that has look-ups keeps them.
 */
export function withLookUps<Some extends CorePlatform & Pick<Platform, 'provider'>>(platform: Some): Some {
  if (platform.provider.lookUp) return platform;
  const lookUps: LookUps = { lookUp: (...asked) => getLookUps(platform).lookUp(...asked) };
  Object.assign(platform.provider, lookUps);
  return platform;
}

function createLookUps({ config }: CorePlatform): LookUps {
  const settings = config.lookUps();
  switch (settings.name) {
    case 'simulator':
      return createSimulatorLookUps(settings.simulatorUrl);
    case 'eum':
      return createEumLookUps();
  }
}
