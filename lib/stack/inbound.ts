import { Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { TopicIntake } from './topic-intake';
import type { WorkQueue } from './work-queue';

export interface InboundProps {
  stage: Stage;
  table: Table;
  environment: Record<string, string>;
}

/** Time for a STOP of somebody in a great many groups, and six times it until the queue delivers the text again. */
const WORKER_TIMEOUT = Duration.minutes(1);
const VISIBILITY_TIMEOUT = Duration.minutes(6);

/** The way in for texts from phones: the numbers' two-way channel publishes to the topic, a worker takes them. */
export class Inbound extends Construct {
  readonly topic: Topic;
  readonly intake: WorkQueue;

  constructor(scope: Construct, id: string, props: InboundProps) {
    super(scope, id);
    const { topic, intake } = new TopicIntake(this, 'Texts', {
      role: 'inbound',
      visibilityTimeout: VISIBILITY_TIMEOUT,
      maxReceiveCount: 10,
    });
    this.topic = topic;
    this.intake = intake;
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sms-voice.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );

    const receive = new ServiceFunction(this, 'Receive', {
      stage: props.stage,
      entry: 'functions/workers/receive-inbound.ts',
      environment: { ...props.environment, KEYWORD_REPLIES: props.stage.keywordReplies },
      memoryMb: 512,
      timeout: WORKER_TIMEOUT,
    });
    props.table.grantReadWriteData(receive);
    receive.addEventSource(
      new SqsEventSource(this.intake.queue, {
        batchSize: 10,
        maxConcurrency: 10,
        reportBatchItemFailures: true,
      }),
    );
  }
}
