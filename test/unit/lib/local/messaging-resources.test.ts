import { queueAttributes, subscriptionRequests } from '../../../../lib/local/messaging-resources';
import { setLocalReferences, Template } from '../../../../lib/local/template';

const templateOf = (resources: object) => {
  const template = new Template({ Resources: resources });
  setLocalReferences(template, { baseUrl: '', sqs: '' });
  return template;
};

test('attributes of a queue are texts; what means nothing locally is left out', () => {
  const template = templateOf({
    Dead: { Type: 'AWS::SQS::Queue' },
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        VisibilityTimeout: 180,
        DelaySeconds: 0,
        SqsManagedSseEnabled: true,
        Tags: [],
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 5 },
      },
    },
  });

  const [, queue] = template.resources('AWS::SQS::Queue');

  expect(queue && queueAttributes(template, queue)).toEqual({
    DelaySeconds: '0',
    RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:Dead","maxReceiveCount":5}',
    VisibilityTimeout: '180',
  });
});

describe('subscriptionRequests', () => {
  const templateWith = (subscription: object) =>
    templateOf({
      Queue: { Type: 'AWS::SQS::Queue' },
      Topic: { Type: 'AWS::SNS::Topic' },
      Subscription: {
        Type: 'AWS::SNS::Subscription',
        Properties: {
          TopicArn: { Ref: 'Topic' },
          Endpoint: { 'Fn::GetAtt': ['Queue', 'Arn'] },
          ...subscription,
        },
      },
    });

  test('a subscription of a queue is as SNS takes it', () => {
    const template = templateWith({
      Protocol: 'sqs',
      RawMessageDelivery: true,
      FilterPolicy: { kind: ['a', 'b'] },
    });

    expect(subscriptionRequests(template)).toEqual([
      {
        TopicArn: 'arn:aws:sns:us-east-1:000000000000:Topic',
        Protocol: 'sqs',
        Endpoint: 'arn:aws:sqs:us-east-1:000000000000:Queue',
        Attributes: { FilterPolicy: '{"kind":["a","b"]}', RawMessageDelivery: 'true' },
      },
    ]);
  });

  test('another protocol is refused, because nothing would be delivered', () => {
    expect(() => subscriptionRequests(templateWith({ Protocol: 'lambda' }))).toThrow(
      'Subscription: the local service delivers to queues only, not by lambda.',
    );
  });
});
