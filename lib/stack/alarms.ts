import { ComparisonOperator, type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../shared/platform/metrics';
import type { DeadLetterQueue } from './dead-letter-queue';
import type { Monitored } from './monitored';
import { PERIOD, serviceMetric, throttleMetrics } from './service-metrics';

/** An alarm. It goes off when its metric is so for all of its periods, five minutes each. */
export interface AlarmSpec {
  id: string;
  /** The section of docs/operations.md that says what to do. */
  heading: string;
  meaning: string;
  metric: IMetric;
  comparison: ComparisonOperator;
  threshold: number;
  periods: number;
  /** No data is as bad as bad data. */
  isMissingBad?: true;
}

const AT_LEAST = ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD;
const MORE_THAN = ComparisonOperator.GREATER_THAN_THRESHOLD;
const LESS_THAN = ComparisonOperator.LESS_THAN_THRESHOLD;

/** A message that was delivered every six minutes, ten times, is set aside after an hour: older ones pile up. */
const OLDEST_MESSAGE_SECONDS = 30 * 60;

/** Every condition that an operator must look at. */
export function alarmSpecs(props: Monitored): AlarmSpec[] {
  return [
    ...deadLetterAlarms(props),
    ...queueAgeAlarms(props),
    ...workerAlarms(props),
    ...serviceAlarms(props),
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
      meaning: 'Requests were answered with 5xx.',
      metric: gateway.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
      comparison: AT_LEAST,
      threshold: 5,
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
      meaning: 'The outbox relays events and work more than a minute after the change that causes them.',
      metric: own('OutboxLag', 'Maximum'),
      comparison: MORE_THAN,
      threshold: 60_000,
      periods: 2,
    },
    {
      id: 'DueLag',
      heading: 'Due lag',
      meaning: 'Work has been due for more than ten minutes, and the timer did not take it up.',
      metric: own('DueLag', 'Maximum'),
      comparison: MORE_THAN,
      threshold: 600,
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
      id: 'ProviderRefusals',
      heading: 'Provider refusals',
      meaning: 'The provider refuses more than a fifth of the messages.',
      metric: share({
        part: own('MessagesRefused', 'Sum'),
        rest: own('MessagesSent', 'Sum'),
        atLeast: 20,
        label: 'Refused, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 20,
      periods: 2,
    },
    {
      id: 'UnknownOutcomes',
      heading: 'Unknown outcomes',
      meaning: 'Answers of the provider are lost: it is unknown whether those messages were sent.',
      metric: own('MessagesUnknown', 'Sum'),
      comparison: AT_LEAST,
      threshold: 5,
      periods: 1,
    },
    {
      id: 'ProviderUnavailable',
      heading: 'Provider unavailable',
      meaning: 'The provider throttles, or cannot be reached; messages wait and are tried again.',
      metric: own('ProviderUnavailable', 'Sum'),
      comparison: AT_LEAST,
      threshold: 100,
      periods: 3,
    },
    {
      id: 'WebhookFailures',
      heading: 'Webhook failures',
      meaning: 'More than half of the attempts to deliver webhooks fail.',
      metric: share({
        part: own('WebhooksFailed', 'Sum'),
        rest: own('WebhooksDelivered', 'Sum'),
        atLeast: 20,
        label: 'Failed, in percent',
      }),
      comparison: MORE_THAN,
      threshold: 50,
      periods: 3,
    },
    {
      id: 'TableThrottles',
      heading: 'Table throttles',
      meaning: 'DynamoDB throttles the table or its index.',
      metric: total('Throttled requests', throttleMetrics(table)),
      comparison: AT_LEAST,
      threshold: 10,
      periods: 2,
    },
  ];
}

function total(label: string, parts: IMetric[]): MathExpression {
  const usingMetrics = Object.fromEntries(parts.map((part, index) => [`part${index}`, part]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, label, period: PERIOD });
}

/** In percent of both together; 0 while there are too few to speak of. */
function share(options: { part: IMetric; rest: IMetric; atLeast: number; label: string }): MathExpression {
  return new MathExpression({
    expression: `IF(FILL(part, 0) + FILL(rest, 0) >= ${options.atLeast}, 100 * FILL(part, 0) / (FILL(part, 0) + FILL(rest, 0)), 0)`,
    usingMetrics: { part: options.part, rest: options.rest },
    label: options.label,
    period: PERIOD,
  });
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
