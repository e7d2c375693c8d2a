import { basename } from 'node:path';
import { type AlarmMetric, readAlarms } from '../support/alarms/alarm';
import { synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
}

const template = synthesizeStacks({ alarms: true, gradualDeployment: true });
const { Resources: resources } = template.toJSON() as { Resources: Record<string, Resource> };
const isOfAws = ({ namespace }: AlarmMetric) => namespace.startsWith('AWS/');
const alarms = readAlarms(template);

/** Queues, and the functions that work on them, by the name in the ids of their alarms. */
const QUEUES = {
  Message: { queue: 'WorkersMessages', worker: 'send-queued-message' },
  Chunk: { queue: 'WorkersChunks', worker: 'send-chunk' },
  Paced: { queue: 'WorkersPacedChunks', worker: 'send-paced-chunks' },
  Webhook: { queue: 'WorkersWebhooks', worker: 'deliver-webhook' },
  Erasure: { queue: 'WorkersErasures', worker: 'erase-people' },
  Transfer: { queue: 'WorkersTransfers', worker: 'transfer-contacts' },
  Campaign: { queue: 'WorkersCampaigns', worker: 'work-campaigns' },
  CustomEvent: { queue: 'WorkersCustomEvents', worker: 'enter-by-events' },
  Event: { queue: 'WebhooksEvents', worker: 'fan-out-events' },
  Receipt: { queue: 'ReceiptsIntake', worker: 'record-receipt' },
  Inbound: { queue: 'InboundIntake', worker: 'receive-inbound' },
};
const WAITING = 'AWS/SQS ApproximateNumberOfMessagesVisible';
const OF_QUEUES = Object.entries(QUEUES).flatMap<[id: string, metrics: string[]]>(
  ([name, { queue, worker }]) => [
    [`DeadLetters${name}`, [`${WAITING} QueueName=${queue}DeadLetters`]],
    [`Age${name}`, [`AWS/SQS ApproximateAgeOfOldestMessage QueueName=${queue}Queue`]],
    [`Errors${name}`, [`AWS/Lambda Errors FunctionName=${worker}`]],
  ],
);
const API = ['AWS/ApiGateway 5xx ApiId=Api', 'AWS/ApiGateway Count ApiId=Api'];
const errorsOfNewVersions = (...names: string[]) =>
  names
    .map((name) => `AWS/Lambda Errors ExecutedVersion=${name},FunctionName=${name},Resource=${name}:live`)
    .sort();

/** Alarms on AWS's own metrics, with the metrics that they read. */
const ON_AWS = {
  ...Object.fromEntries(OF_QUEUES),
  DeadLettersRelay: [`${WAITING} QueueName=WorkersOutboxRelayDeadLetters`],
  DeadLettersTimer: [`${WAITING} QueueName=WorkersTimerDeadLetters`],
  ErrorsRelay: ['AWS/Lambda Errors FunctionName=outbox-relay'],
  ErrorsTimer: ['AWS/Lambda Errors FunctionName=sweep'],
  TimerStopped: ['AWS/Lambda Invocations FunctionName=sweep'],
  ApiErrors: API,
  ApiDeploymentRequestsFailed: API,
  ApiDeploymentErrors: errorsOfNewVersions('send-message', 'send-broadcast', 'send-batch'),
  WorkerDeploymentErrors: errorsOfNewVersions(
    ...['outbox-relay', 'receive-inbound', 'send-chunk', 'send-paced-chunks', 'send-queued-message'],
  ),
  TableThrottles: [
    '',
    ...['contacts', 'due', 'messages', 'texts'].map((index) => `,GlobalSecondaryIndexName=${index}`),
  ]
    .flatMap((index) => [
      `ReadThrottleEvents TableName=DataTable${index}`,
      `WriteThrottleEvents TableName=DataTable${index}`,
    ])
    .map((metric) => `AWS/DynamoDB ${metric}`)
    .sort(),
  // For all functions in the AWS account together.
  LambdaThrottles: ['AWS/Lambda Invocations ', 'AWS/Lambda Throttles '],
  LambdaConcurrency: ['AWS/Lambda ConcurrentExecutions '],
  SpendLimit: ['AWS/SMSVoice TextMessageMonthlySpend ', 'MessagingService SpendLimit service=messaging-dev'],
};
/** Alarm that compares what AWS measures with what the timer records: how much it may be. */
const ON_BOTH = ['SpendLimit'];

/**
 * Describes the resource that the value of a dimension stands for: for a function its file, for others the id without
 * its hash.
 */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const {
    Ref: ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
  } = value as {
    Ref?: string;
    'Fn::GetAtt'?: [string, string];
    'Fn::Join'?: ['', unknown[]];
  };
  if (join) return join[1].map(describeValue).join('');
  const id = ref ?? attribute?.[0] ?? '';
  const resource = resources[id];
  switch (resource?.Type) {
    case 'AWS::Lambda::Function':
      return basename(resource.Metadata?.entry ?? '', '.ts');
    case 'AWS::Lambda::Version':
      return describeValue(resource.Properties.FunctionName);
    case undefined:
      throw new Error(`The stack has no ${id}`);
    default:
      return id.replace(/[0-9A-F]{8}$/, '');
  }
}

function describeMetric({ namespace, name, dimensions }: AlarmMetric): string {
  const described = Object.entries(dimensions).map(([key, value]) => `${key}=${describeValue(value)}`);
  return `${namespace} ${name} ${described.sort().join(',')}`.replace(
    /GlobalSecondaryIndexName=(\w+),(TableName=\w+)/,
    '$2,GlobalSecondaryIndexName=$1',
  );
}

it('alarms on what AWS measures read these metrics, of resources that the stack has', () => {
  const onAws = alarms.filter(({ metrics }) => metrics.some(isOfAws));
  const read = onAws.map(({ id, metrics }) => [id, [...new Set(metrics.map(describeMetric))].sort()]);
  expect(Object.fromEntries(read)).toEqual(ON_AWS);
  expect(onAws.filter(({ metrics }) => !metrics.every(isOfAws)).map(({ id }) => id)).toEqual(ON_BOTH);
});

it('the alarm on throttles watches every index of the table', () => {
  const [table] = Object.values(template.findResources('AWS::DynamoDB::GlobalTable')) as Resource[];
  const indexes = table?.Properties.GlobalSecondaryIndexes as Array<{ IndexName: string }>;
  const throttles = alarms.find(({ id }) => id === 'TableThrottles');
  const watched = throttles?.metrics.map(({ dimensions }) => dimensions.GlobalSecondaryIndexName);
  expect(new Set(watched)).toEqual(new Set([undefined, ...indexes.map(({ IndexName }) => IndexName)]));
});
