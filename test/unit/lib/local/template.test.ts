import { Template, TemplateError } from '../../../../lib/local/template';

const template = new Template({
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 }, Metadata: { role: 'work' } },
    OtherQueue: { Type: 'AWS::SQS::Queue' },
    Handler: { Type: 'AWS::Lambda::Function', Properties: { Timeout: 5 } },
  },
});
template.setReference('Queue', {
  ref: 'http://127.0.0.1:1/000000000000/Queue',
  attributes: { Arn: 'arn:aws:sqs:us-east-1:000000000000:Queue', QueueName: 'Queue' },
});

describe('Template.resources', () => {
  test('lists the resources of a type in order, with empty properties and metadata where there are none', () => {
    expect(template.resources('AWS::SQS::Queue')).toEqual([
      {
        logicalId: 'Queue',
        type: 'AWS::SQS::Queue',
        properties: { VisibilityTimeout: 30 },
        metadata: { role: 'work' },
      },
      { logicalId: 'OtherQueue', type: 'AWS::SQS::Queue', properties: {}, metadata: {} },
    ]);
  });

  test('lists nothing for a type that does not occur', () => {
    expect(template.resources('AWS::SNS::Topic')).toEqual([]);
  });
});

describe('Template.resolve', () => {
  test.each([
    ['plain values as they are', { a: [1, true, null, 'text'] }, { a: [1, true, null, 'text'] }],
    ['Ref of a resource', { Ref: 'Queue' }, 'http://127.0.0.1:1/000000000000/Queue'],
    ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Fn::GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'QueueName'] }, 'Queue'],
    [
      'Fn::Join with intrinsics inside',
      { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::x/', { Ref: 'AWS::AccountId' }]] },
      'arn:aws:s3:::x/000000000000',
    ],
    ['an object with a key beside Ref as an object', { Ref: 'Queue', other: 1 }, { Ref: 'Queue', other: 1 }],
  ])('resolves %s', (_what, value, expected) => {
    expect(template.resolve(value)).toEqual(expected);
  });

  test.each([
    [{ Ref: 'Nobody' }, 'The template refers to Nobody, which it does not contain.'],
    [{ Ref: 'OtherQueue' }, 'The local cloud has no value for OtherQueue (AWS::SQS::Queue).'],
    [{ 'Fn::GetAtt': ['Queue', 'Colour'] }, 'The local cloud has no Colour of Queue.'],
    [{ 'Fn::GetAtt': ['Queue'] }, 'Fn::GetAtt ["Queue"] names no attribute.'],
    [{ 'Fn::FindInMap': ['a', 'b', 'c'] }, 'The local cloud does not know the intrinsic Fn::FindInMap.'],
    [{ 'Fn::Join': ['', 'text'] }, 'Fn::Join is not a list: "text".'],
  ])('refuses %j', (value, message) => {
    expect(() => template.resolve(value)).toThrow(new TemplateError(message));
  });
});

describe('Template.referencedResource', () => {
  test.each([
    ['Ref', { Ref: 'Handler' }],
    ['Fn::GetAtt', { 'Fn::GetAtt': ['Handler', 'Arn'] }],
    ['Fn::Join', { 'Fn::Join': ['', ['integrations/', { Ref: 'Handler' }]] }],
  ])('finds the one resource behind %s', (_what, value) => {
    expect(template.referencedResource(value)?.logicalId).toBe('Handler');
  });

  test.each([
    ['plain text', 'Handler'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }],
    ['two resources', { 'Fn::Join': ['', [{ Ref: 'Handler' }, { Ref: 'Queue' }]] }],
  ])('finds none behind %s', (_what, value) => {
    expect(template.referencedResource(value)).toBeUndefined();
  });
});

test('a reference can only be set for a resource of the template', () => {
  expect(() => template.setReference('Nobody', { ref: '', attributes: {} })).toThrow(
    new TemplateError('The template has no resource Nobody.'),
  );
});

test.each([[null], [{ Resources: [] }], [{ Resources: { A: {} } }]])(
  'refuses the document %j',
  (document) => {
    expect(() => new Template(document)).toThrow(TemplateError);
  },
);
