import { Metrics } from '@aws-lambda-powertools/metrics';
import { logContext, writeToGlobalConsoleLocally } from './log';

/** What the service measures of itself, with its unit. Dashboard and alarms are made of these. */
export const METRICS = {
  /** Messages sent to the provider, by outcome. */
  MessagesSent: 'Count',
  MessagesRefused: 'Count',
  MessagesUnknown: 'Count',
  /** The provider throttled or could not be reached; the message is retried. */
  ProviderUnavailable: 'Count',
  ProviderLatency: 'Milliseconds',
  JobsAccepted: 'Count',
  RecipientsAccepted: 'Count',
  /** Cancelled ones included. */
  JobsEnded: 'Count',
  /** Attempts. */
  WebhooksDelivered: 'Count',
  WebhooksFailed: 'Count',
  /** From a state change to the relay of what it causes. */
  OutboxLag: 'Milliseconds',
  /** How long the oldest work has been due that waits for its time: over all kinds, and of each kind. */
  DueLag: 'Seconds',
  DueLagOutbox: 'Seconds',
  DueLagEvent: 'Seconds',
  DueLagMessage: 'Seconds',
  DueLagJob: 'Seconds',
  DueLagCampaign: 'Seconds',
  DueLagDelivery: 'Seconds',
  DueLagOptOut: 'Seconds',
  DueLagImport: 'Seconds',
  DueLagExport: 'Seconds',
  /** Overdue work that the timer requeued. */
  WorkTakenUp: 'Count',
  /** Messages of a queue whose processing failed; the queue delivers them again, sixteen times in all. */
  RecordsFailed: 'Count',
  /** Outbox items that are not as declared, counted each time they are found; they stay in the outbox. */
  OutboxItemsUnreadable: 'Count',
  /** Requests over an account's limit, RateLimitExceeded. */
  RequestsLimited: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

export interface Meter {
  record(name: MetricName, value: number): void;
  /**
   * Once at the end of each invocation; writes what was recorded in CloudWatch's embedded format, with the request's id
   * beside it.
   */
  flush(): void;
}

/** Namespace and service, which is the only dimension, come from the environment. */
export function createMeter(): Meter {
  const metrics = new Metrics();
  writeToGlobalConsoleLocally(metrics);
  return {
    record: (name, value) => void metrics.addMetric(name, METRICS[name], value),
    flush: () => {
      if (!metrics.hasStoredMetrics()) return;
      const { operation, requestId } = logContext();
      if (operation !== undefined) metrics.addMetadata('operation', String(operation));
      if (requestId !== undefined) metrics.addMetadata('requestId', String(requestId));
      metrics.publishStoredMetrics();
    },
  };
}
