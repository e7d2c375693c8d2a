import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
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
