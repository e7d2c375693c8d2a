import type { Meter, MetricName } from '../../../shared/platform/observability/metrics';

/** Creates a meter that keeps its values. */
export function recordingMeter(): Meter & { recorded: Array<[MetricName, number]> } {
  const recorded: Array<[MetricName, number]> = [];
  return { recorded, record: (name, value) => void recorded.push([name, value]), flush: () => undefined };
}
