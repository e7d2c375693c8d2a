import { Duration } from 'aws-cdk-lib';
import type { MetricName } from '../../shared/platform/observability/metrics';
import { type AlarmSpec, AT_LEAST, LESS_THAN, MORE_THAN } from './alarm-spec';
import { canaryAlarms } from './canary';
import { share, total } from './metric-math';
import type { Monitored } from './monitored';
import { queueAlarms } from './queue-alarms';
import { DUE_LAG_METRICS, type WatchedKind } from '../../shared/outbox/measure-due-lag';
import { lambdaMetric, PERIOD, serviceMetric, spendMetric, throttleMetrics } from './service-metrics';

/** Returns the alarms for every condition that an operator must look at. */
export function alarmSpecs(props: Monitored): AlarmSpec[] {
  return [
    ...queueAlarms(props),
    ...dueLagAlarms(props),
    ...serviceAlarms(props),
    ...providerAlarms(props),
    ...lambdaAlarms(props),
    ...spendAlarms(props),
    ...canaryAlarms(props.stage),
    ...(props.archive?.alarms(props.stage) ?? []),
    ...(props.restoreLog?.alarms() ?? []),
    ...replicationAlarms(props),
  ];
}

function serviceAlarms({ stage, table, api, workers }: Monitored): AlarmSpec[] {
  const own = (name: MetricName, statistic: string) => serviceMetric(stage, name, statistic);
  return [
    {
      id: 'ApiErrors',
      heading: 'API errors',
      meaning: 'More than a hundredth of the requests, and at least five, were answered with 5xx.',
      metric: share({
        part: api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
        of: [api.metricCount({ period: PERIOD, statistic: 'Sum' })],
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

/** Returns the alarm on what a loss of the region would lose, in a stage with two. */
function replicationAlarms({ stage: { region }, table }: Monitored): AlarmSpec[] {
  if (!region) return [];
  const { first, region: second } = region.settings;
  return [
    {
      id: 'ReplicationLag',
      heading: 'Replication lag',
      meaning: 'Changes of the table reach the other region more than five seconds late.',
      metric: table.metric('ReplicationLatency', {
        dimensionsMap: {
          TableName: table.tableName,
          ReceivingRegion: region.side === 'first' ? second : first,
        },
        statistic: 'Average',
        period: PERIOD,
      }),
      comparison: MORE_THAN,
      threshold: 5_000,
      periods: 3,
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

/** Returns the alarm on what texts have cost in this month; its limit is that of the AWS account, whatever it is set to. */
function spendAlarms({ stage }: Monitored): AlarmSpec[] {
  if (stage.provider.name !== 'eum') return [];
  // The limit is recorded every ten minutes.
  const period = Duration.hours(1);
  return [
    {
      id: 'SpendLimit',
      heading: 'Spend limit',
      meaning: 'Texts have cost 80 % of what they may cost in this month; at the limit all messages wait.',
      metric: share({
        part: spendMetric('Text').with({ period }),
        of: [serviceMetric(stage, 'SpendLimit', 'Maximum').with({ period })],
        atLeast: { whole: 1 },
        label: 'Spent of the limit, in percent',
        period,
      }),
      comparison: AT_LEAST,
      threshold: 80,
      periods: 1,
    },
    {
      id: 'CountriesExceeded',
      heading: 'Texts to a country',
      meaning:
        'Texts of an account to a country reached their budget, or are ten times as many as usual: SMS pumping?',
      metric: serviceMetric(stage, 'CountriesExceeded', 'Sum'),
      comparison: AT_LEAST,
      threshold: 1,
      periods: 1,
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
