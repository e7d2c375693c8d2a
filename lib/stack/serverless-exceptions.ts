import { Stack } from 'aws-cdk-lib';
import { CfnEventInvokeConfig, CfnEventSourceMapping, CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnDeliveryStream } from 'aws-cdk-lib/aws-kinesisfirehose';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import { type NagPackSuppression, NagSuppressions } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { DeadLetterQueue } from './dead-letter-queue';
import { ServiceFunction } from './service-function';
import type { MessagingStacks } from './messaging-stacks';
import { WorkQueue } from './work-queue';

/** A function is called in one of these ways, which decides where its failures go. */
type Call = 'request' | 'poll' | 'timer' | 'stream';

const WITHOUT_DEAD_LETTERS: Readonly<Record<Call, string>> = {
  request:
    'API Gateway calls it and waits for the answer: its caller learns of a failure. Lambda takes dead letters of ' +
    'asynchronous calls alone.',
  poll:
    'Lambda polls a queue or the stream for it: what fails stays there, and goes to the dead-letter queue of the ' +
    'queue or of the mapping.',
  timer:
    'A run has no work of its own: the next one, minutes later, takes up all that is due, or sends a text of its own. ' +
    'There is an alarm on runs that fail or do not begin.',
  stream:
    'Firehose calls it and waits for the answer: what fails three times it puts under a prefix of its own in the bucket ' +
    'of the archive.',
};

const NOT_TRACED: NagPackSuppression = {
  id: 'Serverless-LambdaTracing',
  reason: 'X-Ray costs for each trace: the setting `tracing` switches it on, for all functions at once.',
};

const IS_DEAD_LETTER_QUEUE: NagPackSuppression = {
  id: 'Serverless-SQSRedrivePolicy',
  reason: 'It is a dead-letter queue itself: operators redrive or delete its messages.',
};

const POLLS_WORK_QUEUE: NagPackSuppression = {
  id: 'Serverless-LambdaEventSourceMappingDestination',
  reason:
    'Lambda has no such destination for SQS: failed messages stay on the queue, whose redrive policy moves them to its ' +
    'dead-letter queue.',
};

const MAILS_ALARMS: NagPackSuppression = {
  id: 'Serverless-SNSRedrivePolicy',
  reason:
    'A mail that says that an alarm has changed: SNS repeats it for six hours, and CloudWatch keeps the state and its ' +
    'history. After that it is of no use.',
};

/** Paths of the functions that are called asynchronously, by the scheduler. */
const TIMER_PATHS = ['Workers/WakeDue', 'Canary/Run'];

/**
 * Returns the exception for a role that grants actions on every resource. The rule sees only that there are such
 * actions: which they are is held by the exceptions of `AwsSolutions-IAM5` for the same role.
 */
export const starPermissions = ({ reason }: NagPackSuppression): NagPackSuppression => ({
  id: 'Serverless-LambdaStarPermissions',
  reason,
});

/**
 * Accepts findings of cdk-nag's Serverless rules, each with its reason, where the reason holds: a function that is
 * called in no known way, or a queue without a dead-letter queue, stays a finding.
 */
export function acceptServerlessFindings(stacks: MessagingStacks): void {
  const constructs = stacks.all.flatMap((stack) => stack.node.findAll());
  const callOf = readCalls(constructs);
  const workQueues = new Set(
    constructs.flatMap((construct) =>
      construct instanceof WorkQueue ? [textOf(construct.queue, construct.queue.queueArn)] : [],
    ),
  );
  for (const construct of constructs) {
    if (construct instanceof ServiceFunction) {
      const call = callOf(construct);
      NagSuppressions.addResourceSuppressions(construct, [
        ...(call ? [{ id: 'Serverless-LambdaDLQ', reason: WITHOUT_DEAD_LETTERS[call] }] : []),
        ...(stacks.api.stage.tracing ? [] : [NOT_TRACED]),
      ]);
    }
    if (construct instanceof CfnSubscription && construct.protocol === 'email')
      NagSuppressions.addResourceSuppressions(construct, [MAILS_ALARMS]);
    if (construct instanceof DeadLetterQueue)
      NagSuppressions.addResourceSuppressions(construct, [IS_DEAD_LETTER_QUEUE]);
    if (
      construct instanceof CfnEventSourceMapping &&
      workQueues.has(textOf(construct, construct.eventSourceArn))
    )
      NagSuppressions.addResourceSuppressions(construct, [POLLS_WORK_QUEUE]);
  }
  for (const construct of constructs) {
    if (construct instanceof CfnEventInvokeConfig && isTimer(construct.node.scope?.node.scope))
      NagSuppressions.addResourceSuppressions(construct, [
        { id: 'Serverless-LambdaAsyncFailureDestination', reason: WITHOUT_DEAD_LETTERS.timer },
      ]);
  }
}

const isTimer = (construct: IConstruct | undefined) =>
  TIMER_PATHS.some((path) => construct?.node.path.endsWith(`/${path}`));

/** Reads from the stacks how functions are called; `undefined` for one that is called in no known way. */
function readCalls(constructs: readonly IConstruct[]): (handler: ServiceFunction) => Call | undefined {
  const ofRequests = new Set(
    constructs.flatMap((construct) =>
      construct instanceof CfnPermission && construct.principal === 'apigateway.amazonaws.com'
        ? [textOf(construct, construct.functionName)]
        : [],
    ),
  );
  const streamed = constructs.flatMap((construct) =>
    construct instanceof CfnDeliveryStream
      ? [textOf(construct, construct.extendedS3DestinationConfiguration)]
      : [],
  );
  return (handler) => {
    if (ofRequests.has(textOf(handler, handler.entrance.functionArn))) return 'request';
    if (handler.node.findAll().some((construct) => construct instanceof CfnEventSourceMapping)) return 'poll';
    if (isTimer(handler)) return 'timer';
    return streamed.some((text) => text.includes(textOf(handler, handler.functionArn)))
      ? 'stream'
      : undefined;
  };
}

/** Returns a reference as text; logical ids of queues and functions differ between the stacks as well. */
const textOf = (construct: IConstruct, value: unknown): string =>
  JSON.stringify(Stack.of(construct).resolve(value));
