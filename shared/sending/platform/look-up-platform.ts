import type { CorePlatform } from '../../platform/platform';
import { createEumLookUps } from '../../platform/provider/eum/look-up';
import { paceLookUps } from '../../platform/provider/paced-look-ups';
import type { LookUps } from '../../platform/provider/port';
import { createSimulatorProvider } from '../../platform/provider/simulator';

let lookUps: LookUps | undefined;

/** Returns the platform with the look-ups of the provider, for a function that does not hand messages over. */
export function getLookUpPlatform<Some extends CorePlatform>(platform: Some): Some & { lookUps: LookUps } {
  lookUps ??= paceLookUps(createLookUps(platform), platform);
  return Object.assign(platform, { lookUps });
}

function createLookUps({ config }: CorePlatform): LookUps {
  const settings = config.lookUps();
  switch (settings.name) {
    case 'simulator':
      return createSimulatorProvider(settings.simulatorUrl);
    case 'eum':
      return createEumLookUps();
  }
}
