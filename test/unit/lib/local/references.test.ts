import { localReference, setLocalReferences, Template } from '../../../../lib/local/template';

const ADDRESSES = { baseUrl: 'http://localhost:3000', sqs: 'http://127.0.0.1:9' };

test.each([
  [
    'AWS::SQS::Queue',
    { QueueName: 'work' },
    {
      ref: 'http://127.0.0.1:9/000000000000/work',
      attributes: {
        Arn: 'arn:aws:sqs:us-east-1:000000000000:work',
        QueueName: 'work',
        QueueUrl: 'http://127.0.0.1:9/000000000000/work',
      },
    },
  ],
  [
    'AWS::SNS::Topic',
    {},
    {
      ref: 'arn:aws:sns:us-east-1:000000000000:Thing',
      attributes: { TopicArn: 'arn:aws:sns:us-east-1:000000000000:Thing', TopicName: 'Thing' },
    },
  ],
  [
    'AWS::DynamoDB::GlobalTable',
    {},
    {
      ref: 'Thing',
      attributes: {
        Arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Thing',
        StreamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Thing/stream/local',
      },
    },
  ],
  [
    'AWS::Lambda::Function',
    {},
    { ref: 'Thing', attributes: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:Thing' } },
  ],
  [
    'AWS::S3::Bucket',
    {},
    {
      ref: 'thing',
      attributes: {
        Arn: 'arn:aws:s3:::thing',
        DomainName: 'thing.s3.amazonaws.com',
        RegionalDomainName: 'thing.s3.us-east-1.amazonaws.com',
      },
    },
  ],
  [
    'AWS::ApiGatewayV2::Api',
    {},
    { ref: 'local', attributes: { ApiId: 'local', ApiEndpoint: 'http://localhost:3000' } },
  ],
])('a resource of type %s has a reference of the shape of AWS', (type, properties, expected) => {
  expect(localReference({ logicalId: 'Thing', type, properties, metadata: {} }, ADDRESSES)).toEqual(expected);
});

test('every resource of a template gets a reference, known or not', () => {
  const template = new Template({ Resources: { Role: { Type: 'AWS::IAM::Role' } } });

  setLocalReferences(template, ADDRESSES);

  expect(template.resolve({ 'Fn::GetAtt': ['Role', 'Arn'] })).toBe(
    'arn:aws:local:us-east-1:000000000000:Role',
  );
});
