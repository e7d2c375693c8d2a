import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { checkSecurity } from '../../lib/stack/security-checks';
import { ServiceFunction } from '../../lib/stack/service-function';
import { makeStacks, PROD, synthesizeStacks } from '../support/stack/stack-template';
import full from './stages/full';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

const template = synthesizeStacks({ ...PROD, ...full });
const resources = (template.toJSON() as { Resources: Record<string, Resource> }).Resources;
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);

it('is held against rules that find something', () => {
  const stacks = makeStacks();
  checkSecurity(stacks);
  const bad = stacks.data;
  const role = new Role(bad, 'Careless', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  role.addToPolicy(new PolicyStatement({ actions: ['s3:*'], resources: ['*'] }));
  expect(Annotations.fromStack(bad).findError('*', Match.stringLikeRegexp('AwsSolutions-IAM5'))).not.toEqual(
    [],
  );
});

it('finds a grant on everything beside that of writing traces', () => {
  const traced = makeStacks({ tracing: true });
  const handler = traced.api.node.findAll().find((construct) => construct instanceof ServiceFunction);
  handler?.addToRolePolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: ['*'] }));
  checkSecurity(traced);
  const found = Annotations.fromStack(traced.api).findError('*', Match.stringLikeRegexp('AwsSolutions-IAM5'));
  expect(found.map(({ id }) => id)).toEqual(['/Messaging-dev/Http/SendMessageRole/Resource']);
});

it('finds a function that is called in no known way, and a queue whose failures go nowhere', () => {
  const stacks = makeStacks();
  const stack = stacks.workers;
  const known = stack.node.findAll().find((construct) => construct instanceof ServiceFunction);
  const { handlerFile: entry = '' } = known ?? {};
  const { table } = stacks.data;
  const careless = new ServiceFunction(stack, 'Careless', {
    stage: stack.stage,
    entry,
    environment: {},
    table,
  });
  checkSecurity(stacks);
  const polled = new Queue(stack, 'Polled', { enforceSSL: true });
  careless.addEventSource(new SqsEventSource(polled));
  expect(
    Annotations.fromStack(stack)
      .findError('*', Match.stringLikeRegexp('^Serverless-'))
      .map(({ id, entry: { data } }) => `${id} ${(data as string).split(':')[0]}`),
  ).toEqual([
    '/Messaging-dev-Workers/Careless/Resource Serverless-LambdaDLQ',
    '/Messaging-dev-Workers/Polled/Resource Serverless-SQSRedrivePolicy',
    '/Messaging-dev-Workers/Careless/SqsEventSource:MessagingdevWorkersPolled4B51B0FD/Resource Serverless-LambdaEventSourceMappingDestination',
  ]);
});

it('encrypts what it keeps, and keeps logs for a month', () => {
  const queues = ofType('AWS::SQS::Queue').map(([, { Properties }]) => Properties.SqsManagedSseEnabled);
  expect(queues).toEqual(queues.map(() => true));
  template.hasResourceProperties('AWS::DynamoDB::GlobalTable', { SSESpecification: { SSEEnabled: true } });
  template.hasResourceProperties('AWS::S3::Bucket', { BucketEncryption: Match.anyValue() });
  const kept = ofType('AWS::Logs::LogGroup').map(([, { Properties }]) => Properties.RetentionInDays);
  expect(kept).toEqual(kept.map(() => 30));
  expect(kept.length).toBeGreaterThan(25);
});

it.each([
  ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Queues'],
  ['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'Topics'],
])('takes nothing but TLS on each %s', (type, policyType, property) => {
  const guarded = ofType(policyType)
    .filter(([, { Properties }]) => {
      const { Statement } = Properties.PolicyDocument as { Statement: Array<Record<string, unknown>> };
      return Statement.some(
        ({ Effect, Condition }) =>
          Effect === 'Deny' &&
          JSON.stringify(Condition) === JSON.stringify({ Bool: { 'aws:SecureTransport': 'false' } }),
      );
    })
    .flatMap(([, { Properties }]) => (Properties[property] as Array<{ Ref: string }>).map(({ Ref }) => Ref));
  expect([...new Set(guarded)].sort()).toEqual(
    ofType(type)
      .map(([id]) => id)
      .sort(),
  );
});

it('lets each function write into its own log group only', () => {
  const policies = ofType('AWS::IAM::Role')
    .map(([, { Properties }]) => JSON.stringify(Properties))
    .filter((text) => text.includes('lambda.amazonaws.com'));
  const writers = policies.filter((text) => text.includes('logs:PutLogEvents'));
  const functions = ofType('AWS::Lambda::Function').filter(([, { Properties }]) => Properties.LoggingConfig);
  expect(writers).toHaveLength(functions.length);
  expect(JSON.stringify(resources)).not.toContain('AWSLambdaBasicExecutionRole');
});

it('logs requests without path and address, which say who', () => {
  const [[, stage] = []] = ofType('AWS::ApiGatewayV2::Stage');
  const { Format } = (stage?.Properties.AccessLogSettings ?? {}) as { Format?: string };
  expect(Object.keys(JSON.parse(Format ?? '{}') as object)).toContain('requestId');
  expect(Format).not.toMatch(/path|sourceIp|userAgent|identity/i);
});

it('throttles the API as a whole', () => {
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
  });
});
