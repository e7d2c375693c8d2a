/** A value that a function measured, as CloudWatch takes it from the log. */
export interface Sample {
  /** Of the metric, as `metricAddress` has it. */
  metric: string;
  name: string;
  unit: string | undefined;
  atMs: number;
  value: number;
}

/** A line of CloudWatch's embedded metric format. */
interface EmbeddedMetrics extends Record<string, unknown> {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: Array<{
      Namespace: string;
      Dimensions: string[][];
      Metrics: Array<{ Name: string; Unit?: string }>;
    }>;
  };
}

/** Namespace, name and all dimensions in one text: where one of them differs, CloudWatch has another metric. */
export function metricAddress(metric: {
  namespace: string;
  name: string;
  dimensions: Record<string, unknown>;
}): string {
  const dimensions = Object.entries(metric.dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${metric.namespace} ${metric.name} ${JSON.stringify(dimensions)}`;
}

/**
 * The values in a line of log; none in a line that is no metrics. A set of dimensions whose value is missing is as for
 * CloudWatch: no metric.
 *
 * **Source:** Amazon CloudWatch User Guide, "Specification: Embedded metric format".
 */
export function readEmbeddedMetrics(line: string): Sample[] {
  if (!line.includes('"_aws"')) return [];
  const entry = JSON.parse(line) as EmbeddedMetrics;
  const { Timestamp: atMs, CloudWatchMetrics: directives } = entry._aws;
  return directives.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.filter((names) => names.every((name) => typeof entry[name] === 'string')).flatMap((names) =>
      Metrics.flatMap(({ Name: name, Unit: unit }) => {
        const dimensions = Object.fromEntries(names.map((dimension) => [dimension, entry[dimension]]));
        const metric = metricAddress({ namespace, name, dimensions });
        const values = [entry[name]].flat().filter((value) => typeof value === 'number');
        return values.map((value) => ({ metric, name, unit, atMs, value }));
      }),
    ),
  );
}
