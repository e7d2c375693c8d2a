import { Template } from 'aws-cdk-lib/assertions';

import { type Alarm, goesOff, readAlarms } from '../../support/alarms/alarm';
import { metricAddress, readEmbeddedMetrics, type Sample } from '../../support/alarms/embedded-metrics';
import { evaluateExpression } from '../../support/alarms/metric-expression';

describe('alarm', () => {
  const MINUTE_MS = 60_000;
  const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
  const METRIC = { Namespace: 'Ours', Dimensions: [{ Name: 'service', Value: 'a' }] };
  const WHEN_IT_IS_MUCH = {
    Threshold: 10,
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: 2,
    TreatMissingData: 'notBreaching',
  };

  function alarmOf(properties: object): Alarm {
    const alarm = { Type: 'AWS::CloudWatch::Alarm', Properties: { ...WHEN_IT_IS_MUCH, ...properties } };
    const [read] = readAlarms(Template.fromJSON({ Resources: { MonitoringFailures0A1B2C3D: alarm } }));
    if (!read) throw new Error('No alarm');
    return read;
  }

  const single = (changes: object = {}) =>
    alarmOf({ ...METRIC, MetricName: 'Failed', Statistic: 'Sum', Period: 300, ...changes });
  const statOf = (Id: string, MetricName: string) => ({
    Id,
    MetricStat: { Metric: { ...METRIC, MetricName }, Stat: 'Sum', Period: 300 },
  });

  /** Returns values of a metric, each in a minute after the start. */
  const measured = (
    values: Array<[minute: number, value: number]>,
    name = 'Failed',
    service = 'a',
  ): Sample[] =>
    values.map(([minute, value]) => ({
      metric: metricAddress({ namespace: 'Ours', name, dimensions: { service } }),
      ...{ name, value, unit: 'Count', atMs: START_MS + minute * MINUTE_MS },
    }));

  const inMinutes = (alarm: Alarm, samples: Sample[], minutes = 20) =>
    goesOff(alarm, samples, { fromMs: START_MS, toMs: START_MS + minutes * MINUTE_MS });

  it('reads an alarm on one metric', () => {
    expect(single()).toEqual({
      id: 'Failures',
      metrics: [
        {
          ...{ id: 'metric', address: 'Ours Failed [["service","a"]]', namespace: 'Ours', name: 'Failed' },
          ...{ dimensions: { service: 'a' }, statistic: 'Sum' },
        },
      ],
      expression: undefined,
      ...{ threshold: 10, comparison: 'GreaterThanThreshold', periodMs: 300_000, periods: 2, datapoints: 2 },
      missing: 'notBreaching',
    });
  });

  it.each<[string, Array<[number, number]>, boolean]>([
    [
      'above it in two periods in a row',
      [
        [1, 11],
        [6, 11],
      ],
      true,
    ],
    [
      'above it in their sums',
      [
        [1, 5],
        [4, 6],
        [5, 11],
      ],
      true,
    ],
    [
      'at it',
      [
        [1, 10],
        [6, 10],
      ],
      false,
    ],
    ['above it once', [[1, 11]], false],
    [
      'above it with a period between',
      [
        [1, 11],
        [11, 11],
      ],
      false,
    ],
  ])('compares periods with the threshold: %s', (_, values, expected) => {
    expect(inMinutes(single(), measured(values))).toBe(expected);
  });

  it('takes as many periods of those that it looks at as it is told', () => {
    const alarm = single({ EvaluationPeriods: 3, DatapointsToAlarm: 2 });
    expect(
      inMinutes(
        alarm,
        measured([
          [1, 11],
          [11, 11],
        ]),
      ),
    ).toBe(true);
  });

  it('looks at nothing before and after the span', () => {
    const samples = measured([
      [-1, 11],
      [1, 11],
      [6, 1],
      [21, 11],
    ]);
    expect(inMinutes(single(), samples)).toBe(false);
  });

  it.each([
    [
      'another dimension',
      measured(
        [
          [1, 11],
          [6, 11],
        ],
        'Failed',
        'b',
      ),
    ],
    [
      'another name',
      measured(
        [
          [1, 11],
          [6, 11],
        ],
        'Fails',
      ),
    ],
  ])('does not take another metric for its own: %s', (_, samples) => {
    expect(inMinutes(single(), samples)).toBe(false);
  });

  it('takes the maximum where it is told to', () => {
    const alarm = single({ Statistic: 'Maximum' });
    expect(
      inMinutes(
        alarm,
        measured([
          [1, 6],
          [2, 6],
          [6, 6],
          [7, 6],
        ]),
      ),
    ).toBe(false);
    expect(
      inMinutes(
        alarm,
        measured([
          [1, 1],
          [2, 11],
          [6, 11],
          [7, 1],
        ]),
      ),
    ).toBe(true);
  });

  it('takes missing data for what the alarm says', () => {
    const stopped = { Threshold: 1, ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' };
    expect(
      inMinutes(
        single(stopped),
        measured([
          [1, 1],
          [6, 1],
          [11, 1],
          [16, 1],
        ]),
      ),
    ).toBe(false);
    expect(
      inMinutes(
        single(stopped),
        measured([
          [1, 1],
          [6, 1],
        ]),
      ),
    ).toBe(true);
    expect(inMinutes(single({ ...stopped, TreatMissingData: 'notBreaching' }), [])).toBe(false);
    expect(() => inMinutes(single({ TreatMissingData: 'missing' }), [])).toThrow('No model of missing data');
  });

  it('compares an expression over metrics', () => {
    const expression = '100 * FILL(part, 0) / (FILL(part, 0) + FILL(rest, 0))';
    const alarm = alarmOf({
      EvaluationPeriods: 1,
      Metrics: [{ Id: 'share', Expression: expression }, statOf('part', 'Failed'), statOf('rest', 'Done')],
    });
    expect(inMinutes(alarm, [...measured([[1, 1]]), ...measured([[1, 8]], 'Done')])).toBe(true);
    expect(inMinutes(alarm, [...measured([[1, 1]]), ...measured([[1, 9]], 'Done')])).toBe(false);
  });

  it('refuses a statistic and a comparison that it has no model of', () => {
    const samples = measured([[1, 11]]);
    expect(() => inMinutes(single({ Statistic: 'p99' }), samples)).toThrow('No model of the statistic p99');
    const unknown = single({ ComparisonOperator: 'GreaterThanUpperThreshold' });
    expect(() => inMinutes(unknown, samples)).toThrow('No model of the comparison');
  });
});

describe('embedded metrics', () => {
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
});

describe('metric expression', () => {
  const SHARE =
    'IF(FILL(whole0, 0) + FILL(whole1, 0) >= 20, 100 * FILL(part, 0) / (FILL(whole0, 0) + FILL(whole1, 0)), 0)';

  it.each([
    ['FILL(part0, 0) + FILL(part1, 0)', { part0: 3, part1: 4 }, 7],
    ['FILL(part0, 0) + FILL(part1, 0)', { part1: 4 }, 4],
    ['FILL(part, 5)', {}, 5],
    [SHARE, { part: 10, whole0: 10, whole1: 10 }, 50],
    [SHARE, { part: 10, whole0: 10, whole1: 9 }, 0],
    [SHARE, {}, 0],
  ])('%s of %j is %d', (expression, values, expected) => {
    expect(evaluateExpression(expression, values)).toBe(expected);
  });

  it('has no value after a division by zero', () => {
    expect(evaluateExpression('FILL(part, 0) / FILL(whole, 0)', { part: 1 })).toBeUndefined();
  });

  it.each(['part + FILL(whole, 0)', 'SUM(METRICS())', 'process.exit()', 'FILL(part, REPEAT)'])(
    'refuses what it has no model of: %s',
    (expression) => {
      expect(() => evaluateExpression(expression, { part: 1, whole: 1 })).toThrow(
        'No model of the expression',
      );
    },
  );
});
