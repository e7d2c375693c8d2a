import { Metrics } from '@aws-lambda-powertools/metrics';
import { logContext, writeToGlobalConsoleLocally } from './log';

/** Metrics of the service with their units; dashboard and alarms are built from these. */
export const METRICS = {
  /** Messages sent to the provider, by outcome. */
  MessagesSent: 'Count',
  MessagesRefused: 'Count',
  MessagesUnknown: 'Count',
  /** The provider throttled or could not be reached; the message is retried. */
  ProviderUnavailable: 'Count',
  ProviderLatency: 'Milliseconds',
  /** Messages of which the provider was told that a person got them, and those of which it was not, after all tries. */
  FeedbackGiven: 'Count',
  FeedbackNotGiven: 'Count',
  JobsAccepted: 'Count',
  RecipientsAccepted: 'Count',
  /** Jobs that ended, including cancelled ones. */
  JobsEnded: 'Count',
  /** Attempts of deliveries. */
  WebhooksDelivered: 'Count',
  WebhooksFailed: 'Count',
  /** Time from a state change to the relay of its outbox item. */
  OutboxLag: 'Milliseconds',
  /** Time since the oldest text of a batch came from a phone, at each try to process it. */
  InboundLag: 'Milliseconds',
  /** Time since the oldest waiting work became due: over all kinds, and for each kind. */
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
  /** Outbox items that do not match their declaration, counted each time they are found; they stay in the outbox. */
  OutboxItemsUnreadable: 'Count',
  /** Counts that the messages of a number, an account or everybody began to wait; of everybody, each minute that they do. */
  SendingHeld: 'Count',
  /** Countries to which the texts of an account reached their budget of the day, or were ten times as many as usual. */
  CountriesExceeded: 'Count',
  /** Look-ups of numbers that the provider answered and charges, and those that it refused or that were not made in time. */
  NumbersLookedUp: 'Count',
  LookUpsMissed: 'Count',
  /** Limit of what texts may cost in this month, in US dollars, at which the provider stops. */
  SpendLimit: 'None',
  /** Texts of the canary: 1 for one that was delivered in time, 0 for one that was not; and how long that took. */
  CanaryDelivered: 'Count',
  CanaryLatency: 'Milliseconds',
  /** Requests over an account's limit, refused with RateLimitExceeded. */
  RequestsLimited: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

export interface Meter {
  record(name: MetricName, value: number): void;
  /**
   * Writes the recorded metrics in CloudWatch's embedded format, with the request's id; called once at the end of each
   * invocation.
   */
  flush(): void;
}

/** Creates the meter; namespace and service, which is the only dimension, come from the environment. */
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
