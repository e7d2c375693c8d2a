import { createMediaBucket } from '../../platform/files/media-bucket';
import { createMediaLibrary } from '../media/media-library';
import { type CorePlatform, getPlatform, type Platform } from '../../platform/platform';
import { createEumProvider } from '../../platform/provider/eum/eum-provider';
import { measureProvider } from '../../platform/provider/measured-provider';
import type { Provider } from '../../platform/provider/port';
import { createQueues } from '../../platform/queues/queues';
import { createSimulatorProvider } from '../../platform/provider/simulator';
import { sendWhileActive } from '../../regions/send-while-active';

type SendingPlatform = CorePlatform & Pick<Platform, 'provider'>;
type QueuedSendingPlatform = SendingPlatform & Pick<Platform, 'queues'>;

/**
 * Returns the platform of functions that hand messages to the provider.
 *
 * @param platform platform of the request, whose table is bound to its account; absent: that of the process
 */
export function getSendingPlatform(platform?: CorePlatform): SendingPlatform {
  const shared: CorePlatform & Partial<SendingPlatform> = getPlatform();
  const provider = (shared.provider ??= sendWhileActive(
    measureProvider(createProvider(shared), shared.metrics),
    shared,
  ));
  return Object.assign(platform ?? shared, { provider });
}

/**
 * Returns the platform of functions that send what is on queues, with the queues to which they return what must wait.
 */
export function getQueuedSendingPlatform(): QueuedSendingPlatform {
  const platform: SendingPlatform & Partial<QueuedSendingPlatform> = getSendingPlatform();
  const queues = (platform.queues ??= createQueues(platform.config.queueUrl));
  return Object.assign(platform, { queues });
}

function createProvider(platform: CorePlatform): Provider {
  const settings = platform.config.provider();
  switch (settings.name) {
    case 'simulator':
      return createSimulatorProvider(settings.simulatorUrl);
    case 'eum':
      return createEumProvider({
        settings,
        media: createMediaLibrary({ ...platform, bucket: createMediaBucket(settings.mediaBucket) }),
      });
  }
}
