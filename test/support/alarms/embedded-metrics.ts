/** Value that a function measured, as CloudWatch reads it from the log. */
export interface Sample {
  /** Address of the metric, as `metricAddress` returns it. */
  metric: string;
  name: string;
  unit: string | undefined;
  atMs: number;
  value: number;
}

/** Line of CloudWatch's embedded metric format. */
export interface EmbeddedMetrics extends Record<string, unknown> {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: Array<{
      Namespace: string;
      Dimensions: string[][];
      Metrics: Array<{ Name: string; Unit?: string }>;
    }>;
  };
}

/** Joins namespace, name and all dimensions: CloudWatch has another metric where one of them differs. */
export function metricAddress(metric: {
  namespace: string;
  name: string;
  dimensions: Record<string, unknown>;
}): string {
  const dimensions = Object.entries(metric.dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${metric.namespace} ${metric.name} ${JSON.stringify(dimensions)}`;
}

/**
 * Reads the values in a line of the log; none in a line without metrics. As in CloudWatch, a set of dimensions with a
 * missing value gives no metric.
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
