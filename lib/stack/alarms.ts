import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../shared/platform/observability/metrics';
import type { DeadLetterQueue } from './dead-letter-queue';
import { share, total } from './metric-math';
import type { Monitored } from './monitored';
import { DUE_LAG_METRICS, type WatchedKind } from '../../shared/outbox/measure-due-lag';
import { lambdaMetric, PERIOD, serviceMetric, throttleMetrics } from './service-metrics';

/** Alarm that goes off when its metric meets the condition in all of its periods, five minutes each unless its metric says otherwise. */
export interface AlarmSpec {
  id: string;
  /** Section of docs/operations.md that describes what to do. */
  heading: string;
  meaning: string;
  metric: IMetric;
  comparison: ComparisonOperator;
  threshold: number;
  periods: number;
  /** Set when missing data count as bad. */
  isMissingBad?: true;
}

const AT_LEAST = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
const MORE_THAN = ComparisonOperator.GREATER_THAN_THRESHOLD;
const LESS_THAN = ComparisonOperator.LESS_THAN_THRESHOLD;

/**
 * Limit of a message's age: a message that fails again and again is moved to the dead-letter queue after an hour, so
 * older ones mean a backlog.
 */
const OLDEST_MESSAGE_SECONDS = 30 * 60;

/** Returns the alarms for every condition that an operator must look at. */
export function alarmSpecs(props: Monitored): AlarmSpec[] {
  return [
    ...deadLetterAlarms(props),
    ...queueAgeAlarms(props),
    ...workerAlarms(props),
    ...dueLagAlarms(props),
    ...serviceAlarms(props),
    ...providerAlarms(props),
    ...lambdaAlarms(props),
  ];
}

function deadLetterAlarms({ queues, workers }: Monitored): AlarmSpec[] {
  const deadLetters: Record<string, DeadLetterQueue> = {
    ...Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.deadLetterQueue])),
    relay: workers.relayDeadLetters,
    timer: workers.timerDeadLetters,
  };
  return Object.entries(deadLetters).map(([name, queue]) => ({
    id: `DeadLetters${capitalize(name)}`,
    heading: 'Dead letters',
    meaning: `Something was set aside after it had failed again and again (queue "${name}").`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
    comparison: AT_LEAST,
    threshold: 1,
    periods: 1,
  }));
}

function queueAgeAlarms({ queues }: Monitored): AlarmSpec[] {
  return Object.entries(queues).map(([name, { queue }]) => ({
    id: `Age${capitalize(name)}`,
    heading: 'Old messages',
    meaning: `The queue "${name}" is not worked off.`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
    comparison: MORE_THAN,
    threshold: OLDEST_MESSAGE_SECONDS,
    periods: 2,
  }));
}

function workerAlarms({ queues, workers }: Monitored): AlarmSpec[] {
  const functions = {
    ...Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.worker])),
    relay: workers.relay,
    timer: workers.sweep,
  };
  return Object.entries(functions).map(([name, handler]) => ({
    id: `Errors${capitalize(name)}`,
    heading: 'Failing workers',
    meaning: `The worker of "${name}" threw, or ran out of time or memory, three times in a row.`,
    metric: handler.metricErrors({ period: PERIOD, statistic: 'Sum' }),
    comparison: AT_LEAST,
    threshold: 1,
    periods: 3,
  }));
}

function serviceAlarms({ stage, table, gateway, workers }: Monitored): AlarmSpec[] {
  const own = (name: MetricName, statistic: string) => serviceMetric(stage, name, statistic);
  return [
    {
      id: 'ApiErrors',
      heading: 'API errors',
      meaning: 'More than a hundredth of the requests, and at least five, were answered with 5xx.',
      metric: share({
        part: gateway.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
        of: [gateway.api.metricCount({ period: PERIOD, statistic: 'Sum' })],
        atLeast: { part: 5 },
        label: 'Answered with 5xx, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 1,
      periods: 1,
    },
    {
      id: 'RecordsFailed',
      heading: 'Failing records',
      meaning: 'Messages of queues failed in three periods in a row; their queues deliver them again.',
      metric: own('RecordsFailed', 'Sum'),
      comparison: AT_LEAST,
      threshold: 1,
      periods: 3,
    },
    {
      id: 'OutboxItemsUnreadable',
      heading: 'Unreadable outbox items',
      meaning:
        'Items of the outbox could not be read in three periods in a row; what they cause does not happen.',
      metric: own('OutboxItemsUnreadable', 'Sum'),
      comparison: AT_LEAST,
      threshold: 1,
      periods: 3,
    },
    {
      id: 'OutboxLag',
      heading: 'Outbox lag',
      meaning:
        'Events and work are relayed more than a minute after the change that causes them, or events have no deliveries by then.',
      metric: own('OutboxLag', 'Maximum'),
      comparison: MORE_THAN,
      threshold: 60_000,
      periods: 2,
    },
    {
      id: 'TimerStopped',
      heading: 'The timer stands still',
      meaning: 'The function that takes up overdue work every minute has not run for a quarter of an hour.',
      metric: workers.sweep.metricInvocations({ period: PERIOD, statistic: 'Sum' }),
      comparison: LESS_THAN,
      threshold: 1,
      periods: 3,
      isMissingBad: true,
    },
    {
      id: 'WebhookFailures',
      heading: 'Webhook failures',
      meaning: 'More than half of the attempts to deliver webhooks fail.',
      metric: share({
        part: own('WebhooksFailed', 'Sum'),
        of: [own('WebhooksFailed', 'Sum'), own('WebhooksDelivered', 'Sum')],
        atLeast: { whole: 20 },
        label: 'Failed, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 50,
      periods: 3,
    },
    {
      id: 'TableThrottles',
      heading: 'Table throttles',
      meaning: 'DynamoDB throttles the table or an index of it.',
      metric: total('Throttled requests', throttleMetrics(table)),
      comparison: AT_LEAST,
      threshold: 10,
      periods: 2,
    },
  ];
}

/** Kinds of waiting items, in the words of an operator. */
const KIND_NAMES: Record<WatchedKind, string> = {
  OUTBOX: 'outbox items',
  EVENT: 'events that are published again, and outbox items of imports,',
  MESSAGE: 'single texts',
  JOB: 'chunks of broadcasts and batches',
  CAMPAIGN: 'campaigns',
  DELIVERY: 'webhooks',
  OPT_OUT: 'opt-outs that have not left all groups',
  IMPORT: 'imports',
  EXPORT: 'exports',
};

function dueLagAlarms({ stage }: Monitored): AlarmSpec[] {
  return (Object.keys(KIND_NAMES) as WatchedKind[]).map((kind) => ({
    id: DUE_LAG_METRICS[kind],
    heading: 'Due lag',
    meaning: `Of the ${KIND_NAMES[kind]} one has been due for more than ten minutes; the timer did not take it up.`,
    metric: serviceMetric(stage, DUE_LAG_METRICS[kind], 'Maximum'),
    comparison: MORE_THAN,
    threshold: 600,
    periods: 2,
  }));
}

/** Returns alarms on the outcomes of hand-overs, as shares: a number that is large at night is small in a broadcast. */
function providerAlarms({ stage }: Monitored): AlarmSpec[] {
  const sum = (name: MetricName) => serviceMetric(stage, name, 'Sum');
  const answered = [sum('MessagesSent'), sum('MessagesRefused')];
  const attempts = [...answered, sum('MessagesUnknown'), sum('ProviderUnavailable')];
  return [
    {
      id: 'ProviderRefusals',
      heading: 'Provider refusals',
      meaning: 'The provider refuses more than a fifth of at least twenty messages.',
      metric: share({
        part: sum('MessagesRefused'),
        of: answered,
        atLeast: { whole: 20 },
        label: 'Refused, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 20,
      periods: 2,
    },
    {
      id: 'UnknownOutcomes',
      heading: 'Unknown outcomes',
      meaning:
        'Answers of the provider are lost, of more than a hundredth of the messages and at least five: it is unknown whether those were sent.',
      metric: share({
        part: sum('MessagesUnknown'),
        of: [...answered, sum('MessagesUnknown')],
        atLeast: { part: 5 },
        label: 'Unknown, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 1,
      periods: 1,
    },
    {
      id: 'ProviderUnavailable',
      heading: 'Provider unavailable',
      meaning:
        'The provider throttles, or cannot be reached, at more than half of at least twenty attempts; messages wait and are tried again.',
      metric: share({
        part: sum('ProviderUnavailable'),
        of: attempts,
        atLeast: { whole: 20 },
        label: 'Unavailable, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 50,
      periods: 3,
    },
  ];
}

/** Returns alarms on the concurrency of the whole AWS account, of which other services may use a part. */
function lambdaAlarms({ stage }: Monitored): AlarmSpec[] {
  return [
    {
      id: 'LambdaThrottles',
      heading: 'Lambda throttles',
      meaning:
        'Lambda refuses more than a hundredth of the invocations in this AWS account, and at least ten.',
      metric: share({
        part: lambdaMetric('Throttles', 'Sum'),
        of: [lambdaMetric('Throttles', 'Sum'), lambdaMetric('Invocations', 'Sum')],
        atLeast: { part: 10 },
        label: 'Throttled, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 1,
      periods: 2,
    },
    {
      id: 'LambdaConcurrency',
      heading: 'Lambda concurrency',
      meaning: `More than four fifths of the concurrency of the AWS account (${stage.concurrencyQuota}) are used.`,
      metric: lambdaMetric('ConcurrentExecutions', 'Maximum'),
      comparison: MORE_THAN,
      threshold: 0.8 * stage.concurrencyQuota,
      periods: 2,
    },
    {
      id: 'SendingHeld',
      heading: 'Sending held',
      meaning:
        'Messages of a number, an account or everybody wait: the provider takes none, or sending is paused.',
      metric: serviceMetric(stage, 'SendingHeld', 'Sum').with({ period: Duration.minutes(1) }),
      comparison: AT_LEAST,
      threshold: 1,
      periods: 1,
    },
  ];
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
