import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { CONTACT_INDEX, DUE_INDEX, MESSAGE_INDEX, TEXT_INDEX } from '../../shared/platform/store/keys';
import type { MetricName } from '../../shared/platform/observability/metrics';
import { METRICS_NAMESPACE, metricsService } from './naming';
import type { Stage } from './stage';

/** Resolution of alarms and dashboard. */
export const PERIOD = Duration.minutes(5);

/** Returns one of the service's own metrics, for this stage. */
export function serviceMetric(stage: Stage, name: MetricName, statistic: string): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: metricsService(stage) },
    statistic,
    period: PERIOD,
  });
}

/** Returns a metric of all functions in the AWS account and region together: they share one concurrency. */
export function lambdaMetric(name: string, statistic: string): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName: name, statistic, period: PERIOD });
}

/**
 * Returns the charges of End User Messaging in this month, in US dollars. The metric needs AWS's service-linked role
 * for metrics.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Monitoring AWS End User Messaging SMS with Amazon CloudWatch".
 */
export function spendMetric(channel: 'Text' | 'Media'): Metric {
  return new Metric({
    namespace: 'AWS/SMSVoice',
    metricName: `${channel}MessageMonthlySpend`,
    statistic: 'Maximum',
    period: PERIOD,
  });
}

/** Returns the throttled reads and writes of the table and of its indexes, which the table's own metrics leave out. */
export function throttleMetrics(table: ITableV2): IMetric[] {
  const { tableName: TableName } = table;
  const places = [
    { dimensions: { TableName }, label: '' },
    ...[DUE_INDEX, CONTACT_INDEX, TEXT_INDEX, MESSAGE_INDEX].map((index) => ({
      dimensions: { TableName, GlobalSecondaryIndexName: index },
      label: ` of the index ${index}`,
    })),
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
