import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { DUE_INDEX } from '../../shared/platform/store/keys';
import type { MetricName } from '../../shared/platform/metrics';
import { METRICS_NAMESPACE, metricsService } from './naming';
import type { Stage } from './stage';

/** The resolution of alarms and dashboard. */
export const PERIOD = Duration.minutes(5);

/** One of the service's own metrics, of this stage. */
export function serviceMetric(stage: Stage, name: MetricName, statistic: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: metricsService(stage) },
    statistic,
    period: PERIOD,
  });
}

/** Throttled reads and writes of the table, and of its index: the table's own metrics leave those out. */
export function throttleMetrics(table: Table): IMetric[] {
  const places = [
    { dimensions: { TableName: table.tableName }, label: '' },
    {
      dimensions: { TableName: table.tableName, GlobalSecondaryIndexName: DUE_INDEX },
      label: ' of the index',
    },
  ];
  return places.flatMap(({ dimensions, label }) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
      (metricName) =>
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName,
          dimensionsMap: dimensions,
          label: `${metricName}${label}`,
          statistic: 'Sum',
          period: PERIOD,
        }),
    ),
  );
}
