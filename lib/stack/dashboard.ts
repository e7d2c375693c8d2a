import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MetricName } from '../../shared/platform/observability/metrics';
import type { Monitored } from './monitored';
import { DUE_LAG_METRICS } from '../../shared/outbox/measure-due-lag';
import { lambdaMetric, PERIOD, serviceMetric, spendMetric, throttleMetrics } from './service-metrics';

/** Makes the dashboard: the state of the service on one page, in the order in which a person on call asks for it. */
export function makeDashboard(scope: Construct, props: Monitored): Dashboard {
  const { stage, table, api, queues, workers } = props;
  const own = (statistic: string, ...names: MetricName[]) =>
    names.map((name) => serviceMetric(stage, name, statistic));
  const eachQueue = (metricOf: (queue: (typeof queues)[string]) => IMetric) =>
    Object.values(queues).map(metricOf);
  const sum = { period: PERIOD, statistic: 'Sum' };
  const most = { period: PERIOD, statistic: 'Maximum' };
  const handlers = [...eachWorker(props), workers.relay, workers.sweep];
  const rows: IWidget[][] = [
    [heading('Are texts going out?')],
    [
      graph(
        'Handed over',
        ...own('Sum', 'MessagesSent', 'MessagesRefused', 'MessagesUnknown', 'ProviderUnavailable'),
        ...own('Sum', 'SendingHeld', 'CountriesExceeded', 'FeedbackGiven', 'FeedbackNotGiven'),
      ),
      graph('Provider latency, ms', ...own('p50', 'ProviderLatency'), ...own('p99', 'ProviderLatency')),
      graph('Jobs and their recipients', ...own('Sum', 'JobsAccepted', 'JobsEnded', 'RecipientsAccepted')),
    ],
    [heading('Is anything stuck?')],
    [
      graph('Overdue by kind, s', ...own('Maximum', ...Object.values(DUE_LAG_METRICS))),
      graph(
        'Messages waiting',
        ...eachQueue(({ queue }) => queue.metricApproximateNumberOfMessagesVisible(most)),
      ),
      graph(
        'Age of the oldest, s',
        ...eachQueue(({ queue }) => queue.metricApproximateAgeOfOldestMessage(most)),
      ),
    ],
    [
      graph(
        'Dead letters',
        ...eachQueue(({ deadLetterQueue }) => deadLetterQueue.metricApproximateNumberOfMessagesVisible(most)),
        workers.relayDeadLetters.metricApproximateNumberOfMessagesVisible(most),
        workers.timerDeadLetters.metricApproximateNumberOfMessagesVisible(most),
      ),
      graph(
        'Errors of workers, and records that failed or could not be read',
        ...handlers.map((handler) => handler.metricErrors(sum)),
        ...own('Sum', 'RecordsFailed', 'OutboxItemsUnreadable'),
      ),
      graph(
        'Lag of outbox and texts from phones, ms, work taken up by the timer',
        ...own('p50', 'OutboxLag'),
        ...own('Maximum', 'OutboxLag', 'InboundLag', 'DueLag'),
        ...own('Sum', 'WorkTakenUp'),
      ),
    ],
    [
      graph(
        'Throttled invocations: workers, AWS account',
        ...handlers.map((handler) => handler.metricThrottles(sum)),
        lambdaMetric('Throttles', 'Sum'),
      ),
      graph('Lambda concurrency of the AWS account', lambdaMetric('ConcurrentExecutions', 'Maximum')),
      graph('Throttles of the table', ...throttleMetrics(table)),
    ],
    [heading('Is a caller being refused?')],
    [
      graph('Requests', api.metricCount(sum), api.metricClientError(sum), api.metricServerError(sum)),
      graph('Over their limit', ...own('Sum', 'RequestsLimited')),
      graph(
        'Latency, ms',
        api.metricLatency({ period: PERIOD, statistic: 'p50' }),
        api.metricLatency({ period: PERIOD, statistic: 'p99' }),
      ),
    ],
    [
      graph('Webhook attempts', ...own('Sum', 'WebhooksDelivered', 'WebhooksFailed')),
      graph('Carrier look-ups', ...own('Sum', 'NumbersLookedUp', 'LookUpsMissed')),
      ...(stage.canary
        ? [
            graph(
              'Canary: delivered, and time to its receipt, ms',
              ...own('Sum', 'CanaryDelivered'),
              ...own('Maximum', 'CanaryLatency'),
            ),
          ]
        : []),
    ],
    [heading('What does it cost?')],
    [
      graph(
        'End User Messaging this month, $',
        spendMetric('Text'),
        spendMetric('Media'),
        ...own('Maximum', 'SpendLimit'),
      ),
      graph(
        'Table: units used',
        table.metricConsumedReadCapacityUnits(sum),
        table.metricConsumedWriteCapacityUnits(sum),
      ),
      graph('Lambda invocations in the AWS account', lambdaMetric('Invocations', 'Sum')),
    ],
    [
      new LogQueryWidget({
        title: 'Latest errors of workers',
        logGroupNames: handlers.map((handler) => handler.logGroup.logGroupName),
        view: LogQueryVisualizationType.TABLE,
        queryLines: [
          'fields @timestamp, operation, message, errorName',
          "filter level = 'ERROR'",
          'sort @timestamp desc',
          'limit 20',
        ],
        width: 24,
      }),
    ],
  ];
  return new Dashboard(scope, 'Dashboard', { widgets: rows });
}

const eachWorker = ({ queues }: Monitored) => Object.values(queues).map(({ worker }) => worker);

const heading = (text: string) => new TextWidget({ markdown: `## ${text}`, width: 24, height: 1 });

const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
