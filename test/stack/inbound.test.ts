import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { MessagingStack } from '../../lib/stack/messaging-stack';

const template = Template.fromStack(
  new MessagingStack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Messaging-dev'),
);

/** The logical id of the only one of its type that looks like this. */
function idOf(type: string, properties: object): string {
  const ids = Object.keys(template.findResources(type, properties));
  if (ids.length !== 1) throw new Error(`${ids.length} of ${type}`);
  return ids[0] ?? '';
}

describe('texts from phones', () => {
  const topic = idOf('AWS::SNS::Topic', { Metadata: { role: 'inbound' } });
  const receive = idOf('AWS::Lambda::Function', {
    Metadata: { entry: 'functions/workers/receive-inbound.ts' },
  });

  it('may be published by two-way SMS of this account only', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: [{ Ref: topic }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          {
            Action: 'sns:Publish',
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
            Effect: 'Allow',
            Principal: { Service: 'sms-voice.amazonaws.com' },
            Resource: { Ref: topic },
          },
        ]),
      },
    });
  });

  it('reach the worker as they are, and come back alone when they fail', () => {
    const [subscription] = Object.values(
      template.findResources('AWS::SNS::Subscription', { Properties: { TopicArn: { Ref: topic } } }),
    ) as Array<{ Properties: Record<string, unknown> }>;
    expect(subscription?.Properties).toMatchObject({ Protocol: 'sqs', RawMessageDelivery: true });
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: subscription?.Properties.Endpoint,
      FunctionName: { Ref: receive },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('are given up after ten deliveries, each with six times the time of the worker', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Handler: 'index.handler',
      Timeout: 60,
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 360,
      RedrivePolicy: Match.objectLike({ maxReceiveCount: 10 }),
    });
  });
});
