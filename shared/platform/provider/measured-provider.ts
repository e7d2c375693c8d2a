import { currentTrace, traceCall } from '../tracing';
import type { MetricName, Meter } from '../metrics';
import type { OutboundMessage, SendOutcome, Provider } from './port';

const METRIC_OF: Record<SendOutcome['outcome'], MetricName> = {
  accepted: 'MessagesSent',
  refused: 'MessagesRefused',
  unavailable: 'ProviderUnavailable',
  unknown: 'MessagesUnknown',
};

/** Receipts of a job's recipients go on with no trace: those of five hundred are more than X-Ray keeps of one. */
function withTrace(message: OutboundMessage): OutboundMessage {
  const trace = message.jobId === undefined ? currentTrace() : undefined;
  return trace === undefined ? message : { ...message, trace };
}

/** The same provider, with its answers counted and timed, and its calls in the trace. */
export function measureProvider(provider: Provider, meter: Meter): Provider {
  return {
    ...(provider.prepare && { prepare: provider.prepare.bind(provider) }),
    async send(message) {
      const startMs = performance.now();
      const result = await traceCall('provider', () => provider.send(withTrace(message)), {
        isFault: ({ outcome }) => outcome !== 'accepted',
      });
      meter.record('ProviderLatency', Math.round(performance.now() - startMs));
      meter.record(METRIC_OF[result.outcome], 1);
      return result;
    },
  };
}
