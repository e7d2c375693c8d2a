import type { MetricName, Meter } from '../metrics';
import type { SendOutcome, Provider } from './port';

const METRIC_OF: Record<SendOutcome['outcome'], MetricName> = {
  accepted: 'MessagesSent',
  refused: 'MessagesRefused',
  unavailable: 'ProviderUnavailable',
  unknown: 'MessagesUnknown',
};

/** The same provider, with its answers counted and timed. */
export function measureProvider(provider: Provider, meter: Meter): Provider {
  return {
    ...(provider.prepare && { prepare: provider.prepare.bind(provider) }),
    async send(message) {
      const startMs = performance.now();
      const result = await provider.send(message);
      meter.record('ProviderLatency', Math.round(performance.now() - startMs));
      meter.record(METRIC_OF[result.outcome], 1);
      return result;
    },
  };
}
