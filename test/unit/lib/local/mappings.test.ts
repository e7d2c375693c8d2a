import {
  busNameOf,
  readBusRules,
  readQueueMappings,
  readSchedules,
  readStreamMappings,
} from '../../../../lib/local/mappings';
import { Template } from '../../../../lib/local/template';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

const QUEUE_ARN = { 'Fn::GetAtt': ['Work', 'Arn'] };
const BASE: Record<string, Resource> = {
  Work: { Type: 'AWS::SQS::Queue' },
  Dead: { Type: 'AWS::SQS::Queue' },
  Table: { Type: 'AWS::DynamoDB::GlobalTable' },
  Worker: { Type: 'AWS::Lambda::Function' },
  Bus: { Type: 'AWS::Events::EventBus' },
};

function templateWith(resources: Record<string, Resource>): Template {
  const template = new Template({ Resources: { ...BASE, ...resources } });
  template.setReference('Work', { ref: 'http://sqs/work', attributes: { Arn: 'arn:work' } });
  template.setReference('Dead', { ref: 'http://sqs/dead', attributes: { Arn: 'arn:dead' } });
  template.setReference('Table', { ref: 'Data', attributes: { StreamArn: 'arn:stream' } });
  template.setReference('Worker', { ref: 'worker', attributes: { Arn: 'arn:worker' } });
  template.setReference('Bus', { ref: 'bus', attributes: { Arn: 'arn:aws:events:r:a:event-bus/bus' } });
  return template;
}

function mappingWith(properties: Record<string, unknown>): Template {
  return templateWith({
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: { Ref: 'Worker' }, EventSourceArn: QUEUE_ARN, ...properties },
    },
  });
}

describe('readQueueMappings', () => {
  it('reads every setting', () => {
    const template = mappingWith({
      BatchSize: 50,
      MaximumBatchingWindowInSeconds: 2,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    });
    expect(readQueueMappings(template)).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Worker',
        queueUrl: 'http://sqs/work',
        queueArn: 'arn:work',
        batchSize: 50,
        maxBatchingWindowSeconds: 2,
        maxConcurrency: 20,
        reportsBatchItemFailures: true,
      },
    ]);
  });

  it('fills in what Lambda would', () => {
    expect(readQueueMappings(mappingWith({}))).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Worker',
        queueUrl: 'http://sqs/work',
        queueArn: 'arn:work',
        batchSize: 10,
        maxBatchingWindowSeconds: 0,
        maxConcurrency: 5,
        reportsBatchItemFailures: false,
      },
    ]);
  });

  it('follows an alias to its function', () => {
    const template = templateWith({
      Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Worker' } } },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { FunctionName: { Ref: 'Live' }, EventSourceArn: QUEUE_ARN },
      },
    });
    template.setReference('Live', { ref: 'live', attributes: {} });
    expect(readQueueMappings(template).map(({ functionLogicalId }) => functionLogicalId)).toEqual(['Worker']);
  });

  it('leaves out a mapping that is switched off', () => {
    expect(readQueueMappings(mappingWith({ Enabled: false }))).toEqual([]);
  });

  it('leaves the stream out', () => {
    expect(
      readQueueMappings(mappingWith({ EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] } })),
    ).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a filter', { FilterCriteria: { Filters: [{ Pattern: '{"body":["a"]}' }] } }, 'filters streams only'],
    ['a source outside of the template', { EventSourceArn: 'arn:elsewhere' }, 'is not in the template'],
    [
      'a source of another kind',
      { EventSourceArn: { 'Fn::GetAtt': ['Bus', 'Arn'] } },
      'no event source AWS::Events',
    ],
    ['a target that is no function', { FunctionName: { Ref: 'Bus' } }, 'is not a function of the template'],
  ])('refuses %s', (_, properties, message) => {
    expect(() => readQueueMappings(mappingWith(properties))).toThrow(message);
  });
});

describe('readStreamMappings', () => {
  const EventSourceArn = { 'Fn::GetAtt': ['Table', 'StreamArn'] };

  it('reads every setting', () => {
    const template = mappingWith({
      EventSourceArn,
      BatchSize: 25,
      StartingPosition: 'LATEST',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 3,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Dead', 'Arn'] } } },
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    });
    expect(readStreamMappings(template)).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Worker',
        functionArn: 'arn:worker',
        streamArn: 'arn:stream',
        batchSize: 25,
        startingPosition: 'LATEST',
        bisectBatchOnFunctionError: true,
        maxRetryAttempts: 3,
        reportsBatchItemFailures: true,
        onFailureQueueUrl: 'http://sqs/dead',
        filters: [{ eventName: ['INSERT'] }],
      },
    ]);
  });

  it('fills in what Lambda would', () => {
    expect(readStreamMappings(mappingWith({ EventSourceArn }))).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Worker',
        functionArn: 'arn:worker',
        streamArn: 'arn:stream',
        batchSize: 100,
        startingPosition: 'TRIM_HORIZON',
        bisectBatchOnFunctionError: false,
        maxRetryAttempts: undefined,
        reportsBatchItemFailures: false,
        onFailureQueueUrl: undefined,
        filters: [],
      },
    ]);
  });

  it.each([
    [-1, undefined],
    [0, 0],
    [1, 1],
  ])('reads %d as the number of retries', (MaximumRetryAttempts, expected) => {
    const [mapping] = readStreamMappings(mappingWith({ EventSourceArn, MaximumRetryAttempts }));
    expect(mapping?.maxRetryAttempts).toBe(expected);
  });

  it('refuses a filter with an operator that is unknown here', () => {
    const FilterCriteria = { Filters: [{ Pattern: '{"eventName":[{"wildcard":"I*"}]}' }] };
    expect(() => readStreamMappings(mappingWith({ EventSourceArn, FilterCriteria }))).toThrow('wildcard');
  });
});

describe('readBusRules', () => {
  const ruleWith = (properties: Record<string, unknown>) =>
    templateWith({
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: ['messaging'] },
          Targets: [{ Id: 'Target0', Arn: QUEUE_ARN }],
          ...properties,
        },
      },
    });

  it('reads pattern, bus and queues', () => {
    expect(readBusRules(ruleWith({}))).toEqual([
      {
        logicalId: 'Rule',
        busName: 'bus',
        pattern: { source: ['messaging'] },
        queueUrls: ['http://sqs/work'],
      },
    ]);
  });

  it('takes the default bus when none is named', () => {
    expect(readBusRules(ruleWith({ EventBusName: undefined })).map(({ busName }) => busName)).toEqual([
      'default',
    ]);
  });

  it('leaves out a rule that is switched off', () => {
    expect(readBusRules(ruleWith({ State: 'DISABLED' }))).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown operator', { EventPattern: { source: [{ cidr: '10.0.0.0/8' }] } }, 'cidr'],
    ['a schedule', { ScheduleExpression: 'rate(1 minute)' }, 'EventBridge Scheduler only'],
    ['a transformed input', { Targets: [{ Id: 'T', Arn: QUEUE_ARN, InputPath: '$.detail' }] }, 'InputPath'],
    [
      'a target that is no queue',
      { Targets: [{ Id: 'T', Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] } }] },
      'is not a queue of the template',
    ],
  ])('refuses %s', (_, properties, message) => {
    expect(() => readBusRules(ruleWith(properties))).toThrow(message);
  });
});

describe('readSchedules', () => {
  const scheduleWith = (properties: Record<string, unknown>, target: Record<string, unknown> = {}) =>
    templateWith({
      Timer: {
        Type: 'AWS::Scheduler::Schedule',
        Properties: {
          ScheduleExpression: 'rate(1 minute)',
          Target: { Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, ...target },
          ...properties,
        },
      },
    });

  it('reads rate, function and input', () => {
    expect(readSchedules(scheduleWith({}, { Input: '{"full":true}' }))).toEqual([
      { logicalId: 'Timer', functionLogicalId: 'Worker', intervalMs: 60_000, input: { full: true } },
    ]);
  });

  it('has no input when the target has none', () => {
    expect(readSchedules(scheduleWith({}))).toEqual([
      { logicalId: 'Timer', functionLogicalId: 'Worker', intervalMs: 60_000, input: undefined },
    ]);
  });

  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(1 hour)', 3_600_000],
    ['rate(2 days)', 172_800_000],
  ])('knows %s', (ScheduleExpression, expected) => {
    expect(readSchedules(scheduleWith({ ScheduleExpression })).map(({ intervalMs }) => intervalMs)).toEqual([
      expected,
    ]);
  });

  it.each(['rate(0 minutes)', 'rate(1 second)', 'cron(0 12 * * ? *)', 'at(2026-11-20T00:00:00)'])(
    'refuses %s',
    (ScheduleExpression) => {
      expect(() => readSchedules(scheduleWith({ ScheduleExpression }))).toThrow(ScheduleExpression);
    },
  );

  it('refuses context attributes in the input', () => {
    const Input = '{"time":"<aws.scheduler.scheduled-time>"}';
    expect(() => readSchedules(scheduleWith({}, { Input }))).toThrow('without context attributes');
  });

  it('leaves out a schedule that is switched off', () => {
    expect(readSchedules(scheduleWith({ State: 'DISABLED' }))).toEqual([]);
  });
});

describe('busNameOf', () => {
  it.each([
    ['bus', 'bus'],
    ['arn:aws:events:us-east-1:000000000000:event-bus/bus', 'bus'],
  ])('takes %s', (given, expected) => {
    expect(busNameOf(given)).toBe(expected);
  });
});
