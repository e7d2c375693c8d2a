import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUE_SECURITY } from './queue-security';

/** Where messages are set aside that nobody could take, for as long as SQS keeps anything. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { ...QUEUE_SECURITY, retentionPeriod: Duration.days(14) });
  }
}
