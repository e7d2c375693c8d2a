import { Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Stage } from './stage';
import { TopicIntake } from './topic-intake';
import type { WorkQueue } from './work-queue';

interface InboundProps {
  stage: Stage;
  table: Table;
  environment: Record<string, string>;
}

/** Entrance for texts from phones: the numbers' two-way channel publishes to the topic, a worker takes them. */
export class Inbound extends Construct {
  readonly topic: Topic;
  readonly intake: WorkQueue;

  constructor(scope: Construct, id: string, props: InboundProps) {
    super(scope, id);
    const { topic, intake } = new TopicIntake(this, 'Texts', {
      stage: props.stage,
      role: 'inbound',
      consumer: 'functions/workers/receive-inbound.ts',
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

    this.intake.addWorker(this, 'Receive', {
      ...props,
      environment: { ...props.environment, KEYWORD_REPLIES: props.stage.keywordReplies ? 'on' : 'off' },
    });
  }
}
