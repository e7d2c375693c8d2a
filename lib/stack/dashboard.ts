import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MetricName } from '../../shared/platform/metrics';
import type { Monitored } from './monitored';
import { PERIOD, serviceMetric, throttleMetrics } from './service-metrics';

/** The state of the service on one page: what comes in, what goes out, what waits, what failed. */
export function makeDashboard(scope: Construct, props: Monitored): Dashboard {
  const { stage, table, gateway, queues, workers } = props;
  const own = (statistic: string, ...names: MetricName[]) =>
    names.map((name) => serviceMetric(stage, name, statistic));
  const eachQueue = (metricOf: (queue: (typeof queues)[string]) => IMetric) =>
    Object.values(queues).map(metricOf);
  const sum = { period: PERIOD, statistic: 'Sum' };
  const most = { period: PERIOD, statistic: 'Maximum' };
  const handlers = [...eachWorker(props), workers.relay, workers.sweep];
  const rows: IWidget[][] = [
    [
      graph(
        'Requests',
        gateway.api.metricCount(sum),
        gateway.api.metricClientError(sum),
        gateway.api.metricServerError(sum),
      ),
      graph(
        'Latency, ms',
        gateway.api.metricLatency({ period: PERIOD, statistic: 'p50' }),
        gateway.api.metricLatency({ period: PERIOD, statistic: 'p99' }),
      ),
      graph('Over their limit', ...own('Sum', 'RequestsLimited')),
    ],
    [
      graph(
        'Handed over',
        ...own('Sum', 'MessagesSent', 'MessagesRefused', 'MessagesUnknown', 'ProviderUnavailable'),
      ),
      graph('Provider latency, ms', ...own('p50', 'ProviderLatency'), ...own('p99', 'ProviderLatency')),
      graph('Jobs and their recipients', ...own('Sum', 'JobsAccepted', 'JobsEnded', 'RecipientsAccepted')),
    ],
    [
      graph('Webhook attempts', ...own('Sum', 'WebhooksDelivered', 'WebhooksFailed')),
      graph('Outbox lag, ms', ...own('p50', 'OutboxLag'), ...own('Maximum', 'OutboxLag')),
      graph(
        'Due lag, s, and work taken up by the timer',
        ...own('Maximum', 'DueLag'),
        ...own('Sum', 'WorkTakenUp'),
      ),
    ],
    [
      graph(
        'Messages waiting',
        ...eachQueue(({ queue }) => queue.metricApproximateNumberOfMessagesVisible(most)),
      ),
      graph(
        'Age of the oldest, s',
        ...eachQueue(({ queue }) => queue.metricApproximateAgeOfOldestMessage(most)),
      ),
      graph(
        'Dead letters',
        ...eachQueue(({ deadLetterQueue }) => deadLetterQueue.metricApproximateNumberOfMessagesVisible(most)),
        workers.relayDeadLetters.metricApproximateNumberOfMessagesVisible(most),
        workers.timerDeadLetters.metricApproximateNumberOfMessagesVisible(most),
      ),
    ],
    [
      graph(
        'Errors of workers, and records that failed or could not be read',
        ...handlers.map((handler) => handler.metricErrors(sum)),
        ...own('Sum', 'RecordsFailed', 'OutboxItemsUnreadable'),
      ),
      graph('Throttled invocations of workers', ...handlers.map((handler) => handler.metricThrottles(sum))),
      graph(
        'Table: units used, throttles',
        table.metricConsumedReadCapacityUnits(sum),
        table.metricConsumedWriteCapacityUnits(sum),
        ...throttleMetrics(table),
      ),
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

const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
