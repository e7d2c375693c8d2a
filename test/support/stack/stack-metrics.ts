import type { Template } from 'aws-cdk-lib/assertions';

/** Metric as an alarm or a graph reads it. */
export interface ReadMetric {
  namespace: string;
  name: string;
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
  Threshold: number;
  Metrics?: Array<{ MetricStat?: { Metric: MetricProperties; Stat: string } }>;
}
type DashboardBody = { widgets: Array<{ properties: { metrics?: unknown[][]; stat?: string } }> };

/** Returns every metric that an alarm of the stack reads, also in expressions. */
export function metricsOfAlarms(template: Template): ReadMetric[] {
  return propertiesOf<AlarmProperties>(template, 'AWS::CloudWatch::Alarm').flatMap((alarm) => [
    ...(alarm.MetricName === undefined ? [] : [readMetric(alarm, alarm.Statistic)]),
    ...(alarm.Metrics ?? []).flatMap(({ MetricStat: used }) =>
      used ? [readMetric(used.Metric, used.Stat)] : [],
    ),
  ]);
}

/** Returns the threshold of the one alarm that reads only this metric. */
export function thresholdOf(template: Template, name: string): number {
  const [alarm, ...others] = propertiesOf<AlarmProperties>(template, 'AWS::CloudWatch::Alarm').filter(
    ({ MetricName }) => MetricName === name,
  );
  if (!alarm || others.length > 0) throw new Error(`Not one alarm reads ${name}`);
  return alarm.Threshold;
}

/** Returns every metric that the dashboard of the stack shows. */
export function metricsOfDashboard(template: Template): ReadMetric[] {
  const [dashboard] = propertiesOf<{ DashboardBody: unknown }>(template, 'AWS::CloudWatch::Dashboard');
  return bodyOf(dashboard?.DashboardBody).widgets.flatMap(({ properties }) =>
    (properties.metrics ?? []).map((row) => {
      const [namespace, name, ...rest] = row;
      const options = rest.at(-1);
      const hasOptions = typeof options === 'object' && options !== null;
      const names = hasOptions ? rest.slice(0, -1) : rest;
      const dimensions: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index += 2)
        dimensions[String(names[index])] = names[index + 1];
      const { stat = 'Average' } = (hasOptions ? options : {}) as { stat?: string };
      return { namespace: String(namespace), name: String(name), dimensions, statistic: stat };
    }),
  );
}

function propertiesOf<Properties>(template: Template, type: string): Properties[] {
  return Object.values(template.findResources(type)).map((found) => found.Properties as Properties);
}

function readMetric(properties: MetricProperties, statistic = ''): ReadMetric {
  const { Namespace = '', MetricName = '', Dimensions = [] } = properties;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { namespace: Namespace, name: MetricName, dimensions, statistic };
}

/** Parses the dashboard, whose JSON text contains references. */
function bodyOf(body: unknown): DashboardBody {
  const { 'Fn::Join': join } = body as { 'Fn::Join': [string, unknown[]] };
  const text = join[1].map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  return JSON.parse(text) as DashboardBody;
}
