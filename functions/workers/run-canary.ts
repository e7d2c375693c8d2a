import { object, parseJson, pipe, safeParse, string } from 'valibot';
import { sendCanary } from '../../shared/operations/send-canary';
import { realPause } from '../../shared/platform/pause';
import { getPlatform } from '../../shared/platform/platform';
import { readKeyMaterial } from '../../shared/platform/secrets/key-material';
import { worker } from './worker';

const settings = pipe(string(), parseJson(), object({ key: string(), from: string(), to: string() }));

/** Scheduler, every five minutes: sends a text through the API and waits for its receipt; an alarm watches the metrics. */
export const handler = worker(
  'canary',
  async () => {
    const { config, log, metrics } = getPlatform();
    const { baseUrl } = config;
    // Read each time: an operator may change them at any time.
    const { success, output } = safeParse(settings, await readKeyMaterial('CANARY_KEY', process.env));
    const outcome = success
      ? await sendCanary({ baseUrl, pause: realPause, fetch }, output)
      : { isDelivered: false as const, reason: 'no_settings', detail: 'the secret has no key, from and to' };
    metrics.record('CanaryDelivered', outcome.isDelivered ? 1 : 0);
    if (outcome.isDelivered) metrics.record('CanaryLatency', outcome.afterMs);
    else log.error('The text of the canary was not delivered', undefined, { ...outcome });
  },
  { runs: 'always' },
);
