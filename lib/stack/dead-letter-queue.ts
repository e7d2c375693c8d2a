import { Duration, type RemovalPolicy } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUE_SECURITY } from './queue-security';

/** Queue for the messages that a worker failed at, which keeps them as long as SQS allows. */
export class DeadLetterQueue extends Queue {
  /** @param props.removalPolicy as for the queue that its messages come from */
  constructor(scope: Construct, id: string, props: { removalPolicy?: RemovalPolicy } = {}) {
    super(scope, id, { ...QUEUE_SECURITY, ...props, retentionPeriod: Duration.days(14) });
  }
}
