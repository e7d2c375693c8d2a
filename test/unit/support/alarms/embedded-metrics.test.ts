import { metricAddress, readEmbeddedMetrics } from '../../../support/alarms/embedded-metrics';

const LINE = {
  _aws: {
    Timestamp: 1_772_366_400_000,
    CloudWatchMetrics: [
      {
        Namespace: 'MessagingService',
        Dimensions: [['service']],
        Metrics: [
          { Name: 'MessagesSent', Unit: 'Count' },
          { Name: 'ProviderLatency', Unit: 'Milliseconds' },
        ],
      },
    ],
  },
  service: 'messaging-dev',
  operation: 'sendMessage',
  MessagesSent: 1,
  ProviderLatency: [12, 15],
};
const read = (changes: object = {}) => readEmbeddedMetrics(JSON.stringify({ ...LINE, ...changes }));

it('reads each value of each metric', () => {
  const of = (name: string, unit: string, value: number) => ({
    metric: `MessagingService ${name} [["service","messaging-dev"]]`,
    ...{ name, unit, value, atMs: 1_772_366_400_000 },
  });
  expect(read()).toEqual([
    of('MessagesSent', 'Count', 1),
    of('ProviderLatency', 'Milliseconds', 12),
    of('ProviderLatency', 'Milliseconds', 15),
  ]);
});

it('reads nothing where the value of a dimension, or of a metric, is missing', () => {
  expect(read({ service: undefined })).toEqual([]);
  expect(read({ MessagesSent: undefined, ProviderLatency: undefined })).toEqual([]);
});

it.each(['', 'REPORT RequestId: 1', '{"level":"INFO","message":"Request answered"}'])(
  'reads nothing in another line: %j',
  (line) => {
    expect(readEmbeddedMetrics(line)).toEqual([]);
  },
);

it('has one address for dimensions in any order, and another for other dimensions', () => {
  const address = (dimensions: Record<string, string>) =>
    metricAddress({ namespace: 'AWS/DynamoDB', name: 'Throttles', dimensions });
  expect(address({ b: '2', a: '1' })).toBe(address({ a: '1', b: '2' }));
  expect(address({ a: '1' })).not.toBe(address({ a: '1', b: '2' }));
  expect(address({ a: '1' })).not.toBe(address({ a: '2' }));
});
