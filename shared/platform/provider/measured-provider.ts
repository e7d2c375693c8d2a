import { currentTrace, traceCall } from '../observability/tracing';
import type { MetricName, Meter } from '../observability/metrics';
import type { OutboundMessage, SendOutcome, Provider } from './port';

const METRIC_OF: Record<SendOutcome['outcome'], MetricName> = {
  accepted: 'MessagesSent',
  refused: 'MessagesRefused',
  unavailable: 'ProviderUnavailable',
  unknown: 'MessagesUnknown',
};

/**
 * Adds the trace to a message that is not of a job: the receipts of five hundred recipients are more than X-Ray keeps
 * in one trace.
 */
function withTrace(message: OutboundMessage): OutboundMessage {
  const trace = message.jobId === undefined ? currentTrace() : undefined;
  return trace === undefined ? message : { ...message, trace };
}

/** Wraps a provider: counts and times its answers, and adds its calls to the trace. */
export function measureProvider(provider: Provider, meter: Meter): Provider {
  return {
    ...(provider.prepare && { prepare: provider.prepare.bind(provider) }),
    ...(provider.check && { check: provider.check.bind(provider) }),
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
