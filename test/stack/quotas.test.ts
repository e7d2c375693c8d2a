import { Template } from 'aws-cdk-lib/assertions';
import type { TemplateResource } from '../../lib/local/template';
import type { MessagingStacks } from '../../lib/stack/messaging-stacks';
import { type NamedTemplate, nameAsAws } from '../support/stack/real-names';
import { makeBoth, makeStacks, PROD, type StageOfTest } from '../support/stack/stack-template';
import full from './stages/full';

/** Quotas of AWS that a deployment is refused for, as an account has them that has asked for no more. */

const FIRST = 'us-east-1';
const SECOND = 'ap-southeast-2';
const certificateIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/a`;
const keyIn = (name: string) => `arn:aws:secretsmanager:${SECOND}:111122223333:secret:${name}-abcdef`;
const DOMAINS = ['api.example.com', 'go.example.com'] as const;

/** Stage with all that adds resources or makes them larger, and with the longest name that a stage can have. */
const LARGEST = {
  ...full,
  ...PROD,
  name: 'abcdefghij-abcdefghi',
  size: 'large',
  mfa: 'required',
  routeMetrics: true,
  keywordReplies: true,
  warmSingleSends: { instances: 20, hours: 'MON-FRI 08:00-20:00' },
  domain: { name: DOMAINS[0], certificateArn: certificateIn(FIRST) },
  linkDomains: [
    { name: DOMAINS[1], certificateArn: certificateIn(FIRST), edgeCertificateArn: certificateIn(FIRST) },
  ],
  secondRegion: {
    first: FIRST,
    region: SECOND,
    certificates: Object.fromEntries(DOMAINS.map((name) => [name, certificateIn(SECOND)])),
    made: {
      tableName: 'Messaging-abcdefghij-abcdefghi-Data-DataTableFDBAD0F2-XXXXXXXXXXXXX',
      tableStreamArn: `arn:aws:dynamodb:${SECOND}:111122223333:table/t/stream/2026-11-20T13:05:11.000`,
      keys: {
        ...{ webhook: keyIn('W'), erasure: keyIn('E'), cursor: keyIn('C') },
        ...{ signIn: keyIn('S'), archive: keyIn('A') },
      },
    },
  },
} as const satisfies StageOfTest;

const both = makeBoth(LARGEST);
const STACKS: Record<string, MessagingStacks> = {
  plain: makeStacks(),
  small: makeStacks({ ...PROD, size: 'small' }),
  guarded: makeStacks(PROD),
  'with all settings': makeStacks({ ...full, ...PROD }),
  'largest, in its first region': both.first,
  'largest, in its second region': both.second,
};
const STAGES = Object.entries(STACKS).map(([name, stacks]) => [name, nameAsAws(stacks)] as const);

type Resolve = NamedTemplate['resolve'];
type Properties = Record<string, unknown>;
interface Quota {
  quota: string;
  most: number;
  /** Type of the resources that have it. */
  of: string;
  /** Returns how much of it a resource takes. */
  taken: (properties: Properties, resolve: Resolve) => number;
  /** Page that has the number, below https://docs.aws.amazon.com. */
  source: string;
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const listOf = (value: unknown) => (value ?? []) as Properties[];
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const filtersOf = ({ FilterCriteria: criteria }: Properties) =>
  listOf((criteria as Properties | undefined)?.Filters);
const scalingOf = ({ ScalingConfig: scaling }: Properties) =>
  (scaling as { MaximumConcurrency: number } | undefined)?.MaximumConcurrency;
const metricsOf = ({ Metrics: metrics }: Properties) =>
  listOf(metrics).flatMap(({ MetricStat: metric }) => (metric ? [metric as { Period: number }] : []));
const periodOf = (alarm: Properties) =>
  Number(alarm.Period ?? Math.max(...metricsOf(alarm).map(({ Period }) => Period)));

const OF_RESOURCES: Quota[] = [
  {
    quota: 'filters of an event source mapping',
    ...{ most: 5, of: 'AWS::Lambda::EventSourceMapping' },
    taken: (mapping) => filtersOf(mapping).length,
    source: 'lambda/latest/dg/invocation-eventfiltering.html',
  },
  {
    quota: 'characters of a filter',
    ...{ most: 4_096, of: 'AWS::Lambda::EventSourceMapping' },
    taken: (mapping) => Math.max(0, ...filtersOf(mapping).map(({ Pattern }) => (Pattern as string).length)),
    source: 'lambda/latest/api/API_Filter.html',
  },
  {
    quota: 'concurrent invocations of an event source mapping',
    ...{ most: 1_000, of: 'AWS::Lambda::EventSourceMapping' },
    taken: (mapping) => scalingOf(mapping) ?? 0,
    source: 'lambda/latest/api/API_ScalingConfig.html',
  },
  {
    // Lambda counts them as JSON, and says so when they are too many.
    quota: 'bytes of the environment of a function',
    ...{ most: 4_096, of: 'AWS::Lambda::Function' },
    taken: ({ Environment: environment }, resolve) =>
      sizeOf(resolve((environment as Properties | undefined)?.Variables ?? {})),
    source: 'lambda/latest/dg/gettingstarted-limits.html',
  },
  {
    quota: 'characters of the inline policies of a role',
    ...{ most: 10_240, of: 'AWS::IAM::Role' },
    taken: ({ Policies: policies }, resolve) =>
      sum(listOf(policies).map(({ PolicyDocument: document }) => sizeOf(resolve(document)))),
    source: 'IAM/latest/UserGuide/reference_iam-quotas.html',
  },
  {
    quota: 'characters of the trust policy of a role',
    ...{ most: 2_048, of: 'AWS::IAM::Role' },
    taken: ({ AssumeRolePolicyDocument: document }, resolve) => sizeOf(resolve(document)),
    source: 'IAM/latest/UserGuide/reference_iam-quotas.html',
  },
  {
    quota: 'metrics of an alarm',
    ...{ most: 10, of: 'AWS::CloudWatch::Alarm' },
    taken: (alarm) => metricsOf(alarm).length,
    source: 'AmazonCloudWatch/latest/monitoring/alarm-limits.html',
  },
  {
    quota: 'characters of the description of an alarm',
    ...{ most: 1_024, of: 'AWS::CloudWatch::Alarm' },
    taken: ({ AlarmDescription: description }) => ((description ?? '') as string).length,
    source: 'AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html',
  },
  {
    // A week where a period has an hour or more.
    quota: 'seconds that an alarm looks at',
    ...{ most: 86_400, of: 'AWS::CloudWatch::Alarm' },
    taken: (alarm) => periodOf(alarm) * Number(alarm.EvaluationPeriods),
    source: 'AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html',
  },
  {
    quota: 'alarms of a deployment group',
    ...{ most: 10, of: 'AWS::CodeDeploy::DeploymentGroup' },
    taken: ({ AlarmConfiguration: configuration }) => listOf((configuration as Properties).Alarms).length,
    source: 'codedeploy/latest/userguide/limits.html',
  },
  {
    quota: 'targets of a rule',
    ...{ most: 5, of: 'AWS::Events::Rule' },
    taken: ({ Targets: targets }) => listOf(targets).length,
    source: 'eventbridge/latest/userguide/eb-quota.html',
  },
  {
    quota: 'characters of the pattern of a rule',
    ...{ most: 2_048, of: 'AWS::Events::Rule' },
    taken: ({ EventPattern: pattern }, resolve) => sizeOf(resolve(pattern)),
    source: 'eventbridge/latest/userguide/eb-quota.html',
  },
  {
    quota: 'indexes of a table',
    ...{ most: 20, of: 'AWS::DynamoDB::GlobalTable' },
    taken: ({ GlobalSecondaryIndexes: indexes }) => listOf(indexes).length,
    source: 'amazondynamodb/latest/developerguide/ServiceQuotas.html',
  },
  {
    quota: 'bytes of a function of CloudFront',
    ...{ most: 10_240, of: 'AWS::CloudFront::Function' },
    taken: ({ FunctionCode: code }) => Buffer.byteLength(code as string),
    source: 'AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html',
  },
  {
    quota: 'characters of the name of a log source',
    ...{ most: 60, of: 'AWS::Logs::DeliverySource' },
    taken: ({ Name: name }) => (name as string).length,
    source: 'AmazonCloudWatchLogs/latest/APIReference/API_PutDeliverySource.html',
  },
  {
    quota: 'characters of the name of a log destination',
    ...{ most: 60, of: 'AWS::Logs::DeliveryDestination' },
    taken: ({ Name: name }) => (name as string).length,
    source: 'AmazonCloudWatchLogs/latest/APIReference/API_PutDeliveryDestination.html',
  },
];

const ofType = (resources: TemplateResource[], type: string) =>
  resources.filter((resource) => resource.type === type);

describe.each(OF_RESOURCES)('$quota ($source)', ({ of, taken, most }) => {
  const measured = STAGES.flatMap(([stage, { resources, resolve }]) =>
    ofType(resources, of).map(
      ({ logicalId, properties }) => [stage, logicalId, taken(properties, resolve)] as const,
    ),
  );

  it(`are ${most} at most in every stage`, () => {
    expect(measured.filter(([, , number]) => !(number <= most))).toEqual([]);
  });

  it('are counted', () => {
    expect(Math.max(...measured.map(([, , number]) => number))).toBeGreaterThan(0);
  });
});

interface SharedQuota {
  quota: string;
  most: number;
  /** Returns what takes of it, by what has it. */
  taken: (stage: NamedTemplate) => Map<string, number>;
  source: string;
}

/** Adds up numbers that have the same key. */
function addUp(entries: ReadonlyArray<readonly [unknown, number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, number] of entries) {
    const name = JSON.stringify(key);
    sums.set(name, (sums.get(name) ?? 0) + number);
  }
  return sums;
}

const SHARED: SharedQuota[] = [
  {
    quota: 'routes of an API',
    most: 300,
    taken: ({ resources }) =>
      addUp(ofType(resources, 'AWS::ApiGatewayV2::Route').map(({ properties }) => [properties.ApiId, 1])),
    source: 'apigateway/latest/developerguide/http-api-quotas.html',
  },
  {
    quota: 'integrations of an API',
    most: 300,
    taken: ({ resources }) =>
      addUp(
        ofType(resources, 'AWS::ApiGatewayV2::Integration').map(({ properties }) => [properties.ApiId, 1]),
      ),
    source: 'apigateway/latest/developerguide/http-api-quotas.html',
  },
  {
    quota: "bytes of the resource policy of a function's version or alias",
    most: 20_480,
    taken: ({ resources, resolve }) =>
      addUp(
        ofType(resources, 'AWS::Lambda::Permission').map(({ properties: { FunctionName, ...others } }) => [
          FunctionName,
          sizeOf(resolve(others)),
        ]),
      ),
    source: 'lambda/latest/dg/gettingstarted-limits.html',
  },
  {
    quota: 'consumers of a stream',
    most: 2,
    taken: ({ resources }) =>
      addUp(
        ofType(resources, 'AWS::Lambda::EventSourceMapping')
          .filter(({ properties }) => properties.StartingPosition !== undefined)
          .map(({ properties }) => [properties.EventSourceArn, 1]),
      ),
    source: 'amazondynamodb/latest/developerguide/Streams.html',
  },
  {
    // Of 1,000 that an account has, 100 stay for the functions that have none of their own.
    quota: 'reserved concurrent executions',
    most: 900,
    taken: ({ resources }) =>
      addUp(
        ofType(resources, 'AWS::Lambda::Function').map(({ properties }) => [
          'account',
          Number(properties.ReservedConcurrentExecutions ?? 0),
        ]),
      ),
    source: 'lambda/latest/dg/configuration-concurrency.html',
  },
];

describe.each(SHARED)('$quota ($source)', ({ taken, most }) => {
  const measured = STAGES.flatMap(([name, stage]) =>
    [...taken(stage)].map(([key, number]) => [name, key, number] as const),
  );

  it(`are ${most} at most in every stage`, () => {
    expect(measured.filter(([, , number]) => !(number <= most))).toEqual([]);
  });

  it('are counted', () => {
    expect(Math.max(...measured.map(([, , number]) => number))).toBeGreaterThan(0);
  });
});

/** AWSCloudFormation/latest/UserGuide/cloudformation-limits.html of AWS's documentation. */
describe('a template', () => {
  const stacks = Object.values(STACKS).flatMap(({ all }) => all);
  const templates = stacks.map(
    (stack) => [stack.stackName, Template.fromStack(stack).toJSON() as Record<string, object>] as const,
  );

  it.each([
    ['bytes', 1_000_000, sizeOf],
    ['resources', 500, ({ Resources: all = {} }: Record<string, object>) => Object.keys(all).length],
    ['outputs', 200, ({ Outputs: all = {} }: Record<string, object>) => Object.keys(all).length],
    // Each is a request of CloudFormation: 75 were throttled in https://github.com/aws/aws-cdk/issues/38010.
    [
      'references that are looked up',
      50,
      (template: object) => JSON.stringify(template).split('"Fn::GetStackOutput"').length - 1,
    ],
  ])('has few enough %s', (_, most, count) => {
    expect(templates.filter(([, template]) => count(template) > most).map(([stack]) => stack)).toEqual([]);
  });
});
