import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUE_SECURITY } from './queue-security';

/** Queue for the messages that a worker failed at, which keeps them as long as SQS allows. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { ...QUEUE_SECURITY, retentionPeriod: Duration.days(14) });
  }
}
