import type { Template } from 'aws-cdk-lib/assertions';
import { metricAddress, type Sample } from './embedded-metrics';
import { evaluateExpression } from './metric-expression';

/** Alarm of the stack as CloudWatch gets it. */
export interface Alarm {
  /** Id in lib/stack. */
  id: string;
  metrics: AlarmMetric[];
  /** Expression over the metrics, by their ids; absent: the alarm is on the one metric itself. */
  expression: string | undefined;
  threshold: number;
  comparison: string;
  periodMs: number;
  /** Number of periods that are evaluated, and of those in which the threshold must be passed. */
  periods: number;
  datapoints: number;
  missing: string;
}

export interface AlarmMetric {
  id: string;
  address: string;
  namespace: string;
  name: string;
  /** Dimensions, with references to other resources as the template has them. */
  dimensions: Record<string, unknown>;
  statistic: string;
}

interface MetricProperties {
  Namespace?: string;
  MetricName?: string;
  Dimensions?: Array<{ Name: string; Value: unknown }>;
}
interface AlarmProperties extends MetricProperties {
  Statistic?: string;
  Period?: number;
  Metrics?: Array<{
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: MetricProperties; Stat: string; Period: number };
  }>;
  Threshold: number;
  ComparisonOperator: string;
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  TreatMissingData?: string;
}

/** Reads every alarm of the stack. */
export function readAlarms(template: Template): Alarm[] {
  return Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([logicalId, resource]) => {
    const properties = resource.Properties as AlarmProperties;
    const queries = (properties.Metrics ?? []).flatMap(({ Id, MetricStat: used }) =>
      used ? [{ ...readMetric(Id, used.Metric, used.Stat), period: used.Period }] : [],
    );
    const single = { ...readMetric('metric', properties, properties.Statistic), period: properties.Period };
    const metrics = properties.Metrics ? queries : [single];
    const [period, ...others] = new Set(metrics.map((metric) => metric.period));
    if (period === undefined || others.length > 0) throw new Error(`${logicalId} has not one period`);
    return {
      id: logicalId.replace(/^Monitoring|[0-9A-F]{8}$/g, ''),
      metrics: metrics.map(({ period: _, ...metric }) => metric),
      expression: properties.Metrics?.find(({ Expression }) => Expression !== undefined)?.Expression,
      threshold: properties.Threshold,
      comparison: properties.ComparisonOperator,
      periodMs: period * 1000,
      periods: properties.EvaluationPeriods,
      datapoints: properties.DatapointsToAlarm ?? properties.EvaluationPeriods,
      missing: properties.TreatMissingData ?? 'missing',
    };
  });
}

function readMetric(id: string, properties: MetricProperties, statistic = ''): AlarmMetric {
  const { Namespace: namespace = '', MetricName: name = '', Dimensions = [] } = properties;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return {
    id,
    address: metricAddress({ namespace, name, dimensions }),
    namespace,
    name,
    dimensions,
    statistic,
  };
}

/**
 * Returns true when an alarm goes off at any time in a span. Periods are aligned as in CloudWatch; those that the span
 * only touches count with the samples in it. For a period without data, CloudWatch may evaluate earlier ones, and so go
 * off earlier.
 *
 * **Source:** Amazon CloudWatch User Guide, "Alarm evaluation" and "Configuring how CloudWatch alarms treat missing
 * data".
 */
export function goesOff(
  alarm: Alarm,
  samples: readonly Sample[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): boolean {
  const { periodMs, periods, datapoints } = alarm;
  const first = Math.floor(fromMs / periodMs);
  const last = Math.floor((toMs - 1) / periodMs);
  const own = samples.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const isBreaching = Array.from({ length: last - first + 1 }, (_, index) => {
    const inPeriod = own.filter(({ atMs }) => Math.floor(atMs / periodMs) === first + index);
    return isBad(alarm, valueOf(alarm, inPeriod));
  });
  return isBreaching.some((_, index) => {
    const window = isBreaching.slice(index, index + periods);
    return window.length === periods && window.filter(Boolean).length >= datapoints;
  });
}

/** Returns the value that the alarm compares in a period. */
function valueOf({ metrics, expression }: Alarm, samples: readonly Sample[]): number | undefined {
  const values = metrics.map(({ id, address, statistic }) => {
    const found = samples.filter(({ metric }) => metric === address).map(({ value }) => value);
    return [id, summarize(statistic, found)] as const;
  });
  return expression === undefined
    ? values[0]?.[1]
    : evaluateExpression(expression, Object.fromEntries(values));
}

function summarize(statistic: string, values: number[]): number | undefined {
  if (values.length === 0) return undefined;
  switch (statistic) {
    case 'Sum':
      return values.reduce((sum, value) => sum + value, 0);
    case 'Maximum':
      return Math.max(...values);
    default:
      throw new Error(`No model of the statistic ${statistic}`);
  }
}

function isBad({ comparison, threshold, missing }: Alarm, value: number | undefined): boolean {
  if (value === undefined) {
    if (missing !== 'breaching' && missing !== 'notBreaching')
      throw new Error(`No model of missing data as ${missing}`);
    return missing === 'breaching';
  }
  switch (comparison) {
    case 'GreaterThanThreshold':
      return value > threshold;
    case 'GreaterThanOrEqualToThreshold':
      return value >= threshold;
    case 'LessThanThreshold':
      return value < threshold;
    default:
      throw new Error(`No model of the comparison ${comparison}`);
  }
}
