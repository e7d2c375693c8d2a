import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { WorkerEntry } from './function-settings';
import type { Stage } from './stage';
import { WorkQueue } from './work-queue';

interface TopicIntakeProps {
  stage: Stage;
  consumer: WorkerEntry;
  /** Purpose of the topic: the local simulator publishes to it in place of the provider. */
  role: 'inbound' | 'receipts';
}

/** Topic that the provider publishes to, and the queue that a worker takes it from. */
export class TopicIntake extends Construct {
  readonly topic: Topic;
  readonly intake: WorkQueue;

  constructor(scope: Construct, id: string, props: TopicIntakeProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    (this.topic.node.defaultChild as CfnTopic).addMetadata('role', props.role);
    // Its messages have no other copy: they share the fate of the data.
    this.intake = new WorkQueue(this, 'Intake', {
      consumer: props.consumer,
      removalPolicy: props.stage.removalPolicy,
    });
    this.topic.addSubscription(
      new SqsSubscription(this.intake.queue, {
        rawMessageDelivery: true,
        // Messages that the topic cannot deliver go to the queue's own dead letters.
        deadLetterQueue: this.intake.deadLetterQueue,
      }),
    );
    if (props.stage.provider.name !== 'eum') return;
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sms-voice.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }
}
