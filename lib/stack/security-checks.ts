import { Aspects, type Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type NagPackSuppression, NagSuppressions, ServerlessChecks } from 'cdk-nag';
import { FunctionRole } from './function-role';
import type { MessagingStacks } from './messaging-stacks';
import { acceptServerlessFindings, starPermissions } from './serverless-exceptions';

/** Findings of cdk-nag that are accepted. Wildcards only stand for the resources that are named here. */
const EXCEPTIONS: NagPackSuppression[] = [
  {
    id: 'AwsSolutions-APIG4',
    reason:
      'Every route but the public reference and short links takes HTTP Basic credentials, which its function checks ' +
      'on every request. An authorizer would read the same items once more, and could not answer in the envelope.',
  },
  {
    id: 'AwsSolutions-COG2',
    reason: 'Users of the console may add a second factor; the setting `mfa` demands one.',
  },
  {
    id: 'AwsSolutions-COG8',
    reason: 'The Plus tier costs for each user: operators who want its threat protection switch to it.',
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'Sender numbers come and go without the stack: operators buy them in End User Messaging.',
    appliesTo: [
      {
        regex: '/^Resource::arn:<AWS::Partition>:sms-voice:(<AWS::Region>|[a-z0-9-]+):<AWS::AccountId>:\\*$/',
      },
    ],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'Messages are resources of End User Messaging by the id that it gives each of them.',
    appliesTo: [
      {
        regex:
          '/^Resource::arn:<AWS::Partition>:sms-voice:(<AWS::Region>|[a-z0-9-]+):<AWS::AccountId>:message/\\*$/',
      },
    ],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'The topics of addresses that are told of approvals, which accounts add and remove.',
    appliesTo: [
      {
        regex:
          '/^Resource::arn:<AWS::Partition>:sns:(<AWS::Region>|[a-z0-9-]+):<AWS::AccountId>:Messaging-[^:]+-approvals-\\*$/',
      },
    ],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'The objects of the media bucket, which nothing else is in.',
    appliesTo: [{ regex: '/^Resource::<Media[0-9A-F]+\\.Arn>/\\*$/' }],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'The files of imports, or those of exports, in the bucket for files.',
    appliesTo: [{ regex: '/^Resource::<FilesBucket[0-9A-F]+\\.Arn>/(imports|exports)/\\*$/' }],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'The files of the event archive, and records that failed, in a bucket that has nothing else.',
    appliesTo: [{ regex: '/^Resource::.*EventArchive.*/(events|failed)/\\*$/' }],
  },
  {
    id: 'AwsSolutions-IAM5',
    reason: 'EventBridge Scheduler may call any version of the one function that its schedule names.',
    appliesTo: [{ regex: '/^Resource::<(WorkersWakeDue|CanaryRun)[0-9A-F]+\\.Arn>:\\*$/' }],
  },
];

/** Accepted findings of one part of a stack, by its path. */
const EXCEPTIONS_BY_PATH: Readonly<Record<'data' | 'workers', Readonly<Record<string, NagPackSuppression>>>> =
  {
    workers: {
      'Workers/OutboxRelayDeadLetters/Resource': {
        id: 'AwsSolutions-SQS3',
        reason: 'It is a dead-letter queue itself, of the event-source mapping of the stream.',
      },
      'Workers/TimerDeadLetters/Resource': {
        id: 'AwsSolutions-SQS3',
        reason: 'It is a dead-letter queue itself, of the schedule.',
      },
    },
    data: {
      'Files/Bucket/Resource': {
        id: 'AwsSolutions-S1',
        reason:
          'Files of imports and exports, for a few days; the table has who made each of them, and when.',
      },
      'Keys/Webhook/Resource': {
        id: 'AwsSolutions-SMG4',
        reason:
          'What it seals lies in the table and would be lost with the old value: it is rotated by the procedure in ' +
          'docs/operations.md.',
      },
      'Keys/Cursor/Resource': {
        id: 'AwsSolutions-SMG4',
        reason:
          'A new value can be put at any time: walks through lists that are under way go on with the one before.',
      },
      'Keys/Erasure/Resource': {
        id: 'AwsSolutions-SMG4',
        reason:
          'What it hashes is kept for as long as people may write: under another value no opt-out is found again.',
      },
    },
  };

/** Accepted finding when the provider is End User Messaging. */
const MEDIA_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-S1',
  reason: 'Copies of public files, for a few days, read and written by three functions only.',
};

/** Accepted findings when there is an event archive. */
const ARCHIVE_EXCEPTIONS = {
  bucket: {
    id: 'AwsSolutions-S1',
    reason: 'It is written by Firehose alone; operators who want to know who reads it switch on access logs.',
  },
  key: {
    id: 'AwsSolutions-SMG4',
    reason:
      'Under another value the rows of a person no longer join: it is replaced to make them unlinkable.',
  },
  deadLetters: {
    id: 'AwsSolutions-SQS3',
    reason: 'It is a dead-letter queue itself, of the rule.',
  },
};

/** Accepted findings when there is a restore log. */
const RESTORE_LOG_EXCEPTIONS = {
  bucket: {
    id: 'AwsSolutions-S1',
    reason: 'It is written by one function, and read by operators who restore; it names no person.',
  },
  deadLetters: {
    id: 'AwsSolutions-SQS3',
    reason: 'It is a dead-letter queue itself, of the event-source mapping of the stream.',
  },
  files: {
    id: 'AwsSolutions-IAM5',
    reason:
      'The function writes a file for each batch, whose name it makes of the time and of the first change.',
    appliesTo: [{ regex: '/^Resource::<RestoreLog.*\\.Arn>/\\*$/' }],
  },
} satisfies Record<string, NagPackSuppression>;

/** Accepted findings when CloudFront answers links. */
const EDGE_EXCEPTIONS = {
  bucket: {
    id: 'AwsSolutions-S1',
    reason: 'It holds logs itself, for minutes, written by CloudFront and read by one function.',
  },
  files: {
    id: 'AwsSolutions-IAM5',
    reason:
      'The function reads and deletes the files of the bucket, which has nothing else; CloudFront names them.',
    appliesTo: [{ regex: '/^Resource::<LinkLogs.*\\.Arn>/\\*$/' }],
  },
  log: {
    id: 'AwsSolutions-CFR3',
    reason: 'Its log is delivered by CloudWatch (standard logging v2), which the rule does not know.',
  },
} satisfies Record<string, NagPackSuppression>;

/** Accepted finding when there is a canary. */
const CANARY_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-SMG4',
  reason: 'It holds an API key of the service, which operators rotate there, and numbers.',
};

/** Accepted finding when there is a console. */
const SIGN_IN_KEY_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-SMG4',
  reason: 'What it seals is gone after ten minutes: a new value can be put at any time.',
};

const SHIFTING_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-IAM4',
  reason: "CodeDeploy's own policy for shifting the traffic of Lambda functions, which AWS keeps up to date.",
  appliesTo: ['Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited'],
};

const DOCTOR_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'What operators see of the AWS account is read alone, and is about the whole account.',
  appliesTo: ['Resource::*'],
};

const SPEND_LIMIT_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'The spend limit is read alone, and is that of the whole account.',
  appliesTo: ['Resource::*'],
};

const LOOK_UP_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'sms-voice:CarrierLookup is about any phone number, which is no resource.',
  appliesTo: ['Resource::*'],
};

/** Actions that the CDK grants to a function that reports to X-Ray. */
const TRACING_ACTIONS = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];

const TRACING_EXCEPTION: NagPackSuppression = {
  id: 'AwsSolutions-IAM5',
  reason: 'X-Ray has no resource for traces: both actions, which only write, are granted on all or on none.',
  appliesTo: ['Resource::*'],
};

/** Checks the stacks against cdk-nag's rules at synthesis: a finding that is not accepted is an error. */
export function checkSecurity(stacks: MessagingStacks): void {
  const { data, workers, api, edge } = stacks;
  const suppress = (stack: Stack, path: string, ...exceptions: NagPackSuppression[]) =>
    NagSuppressions.addResourceSuppressionsByPath(stack, `/${stack.node.path}/${path}`, exceptions);
  const suppressOnAnything = (stack: Stack, path: string, exception: NagPackSuppression) =>
    suppress(stack, path, exception, starPermissions(exception));
  for (const part of ['data', 'workers'] as const) {
    for (const [path, exception] of Object.entries(EXCEPTIONS_BY_PATH[part]))
      suppress(stacks[part], path, exception);
  }
  if (data.signIn) suppress(data, 'SignIn/Key/Resource', SIGN_IN_KEY_EXCEPTION);
  if (workers.canary) suppress(workers, 'Canary/Settings/Resource', CANARY_EXCEPTION);
  if (data.archive) {
    suppress(data, 'EventArchive/Resource', ARCHIVE_EXCEPTIONS.bucket);
    suppress(workers, 'EventArchive/DeadLetters/Resource', ARCHIVE_EXCEPTIONS.deadLetters);
  }
  if (data.restoreLog) {
    suppress(data, 'RestoreLog/Resource', RESTORE_LOG_EXCEPTIONS.bucket);
    suppress(workers, 'RestoreLog/DeadLetters/Resource', RESTORE_LOG_EXCEPTIONS.deadLetters);
    suppress(workers, 'RestoreLog/LogChangesRole/Resource', RESTORE_LOG_EXCEPTIONS.files);
  }
  if (data.linkLogs) {
    suppress(data, 'LinkLogs/Bucket/Resource', EDGE_EXCEPTIONS.bucket);
    suppress(workers, 'CountClicksRole/Resource', EDGE_EXCEPTIONS.files);
  }
  if (edge) {
    for (const { name } of edge.stage.edgeDomains) suppress(edge, `${name}/Resource`, EDGE_EXCEPTIONS.log);
  }
  if (data.keys.archive) suppress(data, 'Keys/Archive/Resource', ARCHIVE_EXCEPTIONS.key);
  if (data.media) {
    suppress(data, 'Media/Resource', MEDIA_EXCEPTION);
    suppressOnAnything(workers, 'Workers/WakeDueRole/Resource', SPEND_LIMIT_EXCEPTION);
    for (const { node } of workers.workers.lookingUp)
      suppressOnAnything(workers, `Workers/${node.id}Role/Resource`, LOOK_UP_EXCEPTION);
  }
  if (data.signIn && (data.media || api.stage.alarms)) {
    suppressOnAnything(api, 'Console/OperatorRole/Resource', DOCTOR_EXCEPTION);
  }
  if (api.stage.gradualDeployment) {
    suppress(workers, 'WorkerDeployment/Role/Resource', SHIFTING_EXCEPTION);
    suppress(api, 'ApiDeployment/Role/Resource', SHIFTING_EXCEPTION);
  }
  acceptServerlessFindings(stacks);
  for (const stack of stacks.all) {
    NagSuppressions.addStackSuppressions(stack, EXCEPTIONS);
    acceptTracing(stack);
    Aspects.of(stack).add(new AwsSolutionsChecks({ verbose: true }));
    Aspects.of(stack).add(new ServerlessChecks({ verbose: true }));
  }
}

/** Accepts that functions write traces. Any other action that is granted on every resource stays a finding. */
function acceptTracing(stack: Stack): void {
  for (const role of stack.node.findAll()) {
    if (!(role instanceof FunctionRole)) continue;
    const actions = role.actionsOnAnything;
    const onlyTraces = actions.length > 0 && actions.every((action) => TRACING_ACTIONS.includes(action));
    if (onlyTraces)
      NagSuppressions.addResourceSuppressions(role, [TRACING_EXCEPTION, starPermissions(TRACING_EXCEPTION)]);
  }
}
