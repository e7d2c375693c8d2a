import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUE_SECURITY } from './queue-security';

/** Keeps the messages that a worker failed at, for as long as SQS keeps a message. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { ...QUEUE_SECURITY, retentionPeriod: Duration.days(14) });
  }
}
