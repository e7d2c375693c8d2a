import { readFileSync } from 'node:fs';
import type { Template } from 'aws-cdk-lib/assertions';
import { METRICS } from '../../shared/platform/observability/metrics';
import { readAlarms } from '../support/alarms/alarm';
import { evaluateExpression } from '../support/alarms/metric-expression';
import { synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
}

const template = synthesizeStacks({ alarms: true, alarmEmail: 'ops@example.com', canary: true });
const all = (template: Template, type: string) => template.findResources(type) as Record<string, Resource>;

const alarms = Object.values(all(template, 'AWS::CloudWatch::Alarm'));
const referenceIn = (value: unknown) => /"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/.exec(JSON.stringify(value))?.[1];

it('has an alarm for each dead-letter queue', () => {
  const deadLetters = Object.keys(all(template, 'AWS::SQS::Queue')).filter((id) =>
    id.includes('DeadLetters'),
  );
  const watched = alarms
    .filter(({ Properties }) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
    .map(({ Properties }) => referenceIn(Properties.Dimensions));
  expect(watched.sort()).toEqual(deadLetters.sort());
  expect(deadLetters.length).toBeGreaterThanOrEqual(8);
});

it('has an alarm for each queue that is not worked off, and for each worker', () => {
  const mappings = Object.values(all(template, 'AWS::Lambda::EventSourceMapping'));
  const queues = mappings
    .map(({ Properties }) => referenceIn(Properties.EventSourceArn) ?? '')
    .filter((id) => id in all(template, 'AWS::SQS::Queue'));
  const metricOf = (name: string) =>
    alarms
      .filter(({ Properties }) => Properties.MetricName === name)
      .map(({ Properties }) => referenceIn(Properties.Dimensions) ?? '');
  expect(metricOf('ApproximateAgeOfOldestMessage').sort()).toEqual(queues.sort());
  const workers = mappings.map(({ Properties }) => referenceIn(Properties.FunctionName) ?? '');
  expect(metricOf('Errors').sort()).toEqual(expect.arrayContaining(workers.sort()));
});

it('tells within a minute of a text from a phone that has waited for more than one', () => {
  const read = readAlarms(template).map(({ id, threshold, periodMs, periods, datapoints }) => [
    id,
    [threshold, periodMs / 1_000, datapoints, periods],
  ]);
  expect(Object.fromEntries(read)).toMatchObject({
    AgeInbound: [60, 60, 1, 1],
    InboundLag: [60_000, 60, 1, 7],
    DeadLettersInbound: [1, 60, 1, 1],
    AgeReceipt: [1_800, 300, 2, 2],
    DeadLettersReceipt: [1, 300, 1, 1],
  });
});

it('tells the topic of every alarm, and the topic the operator', () => {
  const [[topic] = []] = Object.entries(all(template, 'AWS::SNS::Topic')).filter(([id]) =>
    id.startsWith('Monitoring'),
  );
  const actions = alarms.map(({ Properties }) => Properties.AlarmActions);
  expect(actions).toEqual(actions.map(() => [{ Ref: topic }]));
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'ops@example.com',
    TopicArn: { Ref: topic },
  });
});

it('lets alarms publish to that topic, over TLS', () => {
  const [policy] = Object.entries(all(template, 'AWS::SNS::TopicPolicy'))
    .filter(([id]) => id.startsWith('Monitoring'))
    .map(([, { Properties }]) => Properties.PolicyDocument as { Statement: unknown[] });
  expect(policy?.Statement).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]),
  );
});

it('explains every alarm in a section of the operations guide', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  const headings = alarms.map(({ Properties }) => {
    const [, heading] = /docs\/operations\.md, "([^"]+)"/.exec(String(Properties.AlarmDescription)) ?? [];
    return heading ?? String(Properties.AlarmDescription);
  });
  expect([...new Set(headings)].filter((heading) => !guide.includes(`\n### ${heading}\n`))).toEqual([]);
});

it('gives each of these sections a command or a query', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  const sections = guide.split(/\n(?=#{2,3} )/);
  const headings = alarms.map(
    ({ Properties }) => /docs\/operations\.md, "([^"]+)"/.exec(String(Properties.AlarmDescription))?.[1],
  );
  const bare = [...new Set(headings)].filter((heading) => {
    const section = sections.find((text) => text.startsWith(`### ${heading}\n`)) ?? '';
    return !/npm run operator|aws [a-z]+ |\nfilter /.test(section);
  });
  expect(bare).toEqual([]);
});

describe('alarms on shares', () => {
  const expressionOf = new Map(readAlarms(template).map(({ id, expression }) => [id, expression]));

  it.each([
    ['ApiErrors', { part: 4, whole0: 4 }, 0],
    ['ApiErrors', { part: 5, whole0: 5 }, 100],
    ['ApiErrors', { part: 5, whole0: 1_000 }, 0.5],
    ['ProviderRefusals', { part: 10, whole0: 9, whole1: 10 }, 0],
    ['ProviderRefusals', { part: 10, whole0: 10, whole1: 10 }, 50],
    ['UnknownOutcomes', { part: 4, whole2: 4 }, 0],
    ['UnknownOutcomes', { part: 5, whole0: 995, whole2: 5 }, 0.5],
    ['ProviderUnavailable', { part: 19, whole3: 19 }, 0],
    ['ProviderUnavailable', { part: 20, whole0: 20, whole3: 20 }, 50],
    ['WebhookFailures', { part: 20, whole0: 20 }, 100],
    ['LambdaThrottles', { part: 9, whole0: 9 }, 0],
    ['LambdaThrottles', { part: 10, whole0: 10, whole1: 990 }, 1],
    ['LambdaThrottles', {}, 0],
    ['SpendLimit', { part: 399, whole0: 500 }, 79.8],
    ['SpendLimit', { part: 400, whole0: 500 }, 80],
    // The limit was raised.
    ['SpendLimit', { part: 400, whole0: 1_000 }, 40],
    ['SpendLimit', { part: 0, whole0: 500 }, 0],
    // It is not known: no text of this month, or an hour in which the timer could not ask.
    ['SpendLimit', { whole0: 500 }, 0],
    ['SpendLimit', { part: 400 }, 0],
  ])('%s of %j is %d percent', (id, values: Record<string, number>, expected) => {
    expect(evaluateExpression(expressionOf.get(id) ?? '', values)).toBe(expected);
  });
});

it('has an alarm for overdue work of each kind, and for most of the concurrency', () => {
  const simple = alarms.map(({ Properties }) => [Properties.MetricName, Properties.Threshold]);
  const kinds = Object.keys(METRICS).filter((name) => /^DueLag./.test(name));
  expect(simple).toEqual(expect.arrayContaining(kinds.map((name) => [name, 600])));
  expect(kinds).toHaveLength(9);
  expect(simple).toContainEqual(['ConcurrentExecutions', 800]);
});

it('asks on the dashboard what on call asks, in that order', () => {
  const [dashboard] = Object.values(all(template, 'AWS::CloudWatch::Dashboard'));
  const questions = JSON.stringify(dashboard).match(/## [^?]+\?/g);
  expect(questions).toEqual([
    '## Are texts going out?',
    '## Is anything stuck?',
    '## Is a caller being refused?',
    '## What does it cost?',
  ]);
});

it('has every function measure under the names that it reads', () => {
  const variables = Object.values(all(template, 'AWS::Lambda::Function'))
    .filter(({ Metadata }) => Metadata?.entry)
    .map(
      ({ Properties }) =>
        (Properties.Environment as { Variables: Record<string, string> } | undefined)?.Variables,
    )
    .map((found) => [found?.POWERTOOLS_METRICS_NAMESPACE, found?.POWERTOOLS_SERVICE_NAME]);
  expect(variables).toEqual(variables.map(() => ['MessagingService', 'messaging-dev']));
  expect(JSON.stringify(template.findResources('AWS::CloudWatch::Alarm'))).toContain(
    '"Value":"messaging-dev"',
  );
});

it('shows all of them on the dashboard', () => {
  const dashboard = JSON.stringify(all(template, 'AWS::CloudWatch::Dashboard'));
  expect(Object.keys(METRICS).filter((name) => !dashboard.includes(name))).toEqual([]);
});
