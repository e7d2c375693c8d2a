import { type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Properties: Record<string, unknown>;
}

const template = synthesizeStacks();

/** Returns the only resource of its type with these properties. */
function find(type: string, looks: object): { id: string } & Resource {
  const found = Object.entries(template.findResources(type, looks)) as Array<[string, Resource]>;
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} of ${type}`);
  return { id: only[0], ...only[1] };
}

const SIMULATOR: StageOfTest = { provider: { name: 'simulator', url: 'http://localhost' } };
const keywordRepliesWith = (stage: StageOfTest) => {
  const [worker] = Object.values(
    synthesizeStacks(stage).findResources('AWS::Lambda::Function', {
      Metadata: { entry: 'functions/workers/receive-inbound.ts' },
    }) as Record<string, { Properties: { Environment: { Variables: Record<string, string> } } }>,
  );
  return worker?.Properties.Environment.Variables.KEYWORD_REPLIES;
};

describe('STOP and HELP', () => {
  it.each([
    ['left to End User Messaging', {}, 'off'],
    ['answered with a simulator', SIMULATOR, 'on'],
    ['answered where the stage says so', { keywordReplies: true }, 'on'],
    ['not answered where the stage says so', { ...SIMULATOR, keywordReplies: false }, 'off'],
  ])('are %s', (_title, stage: StageOfTest, expected) => {
    expect(keywordRepliesWith(stage)).toBe(expected);
  });
});

describe('texts from phones', () => {
  const topic = find('AWS::SNS::Topic', { Metadata: { role: 'inbound' } });
  const subscription = find('AWS::SNS::Subscription', { Properties: { TopicArn: { Ref: topic.id } } });
  const worker = find('AWS::Lambda::Function', {
    Metadata: { entry: 'functions/workers/receive-inbound.ts' },
  });

  it('may be published by two-way SMS of this account only', () => {
    const policy = find('AWS::SNS::TopicPolicy', { Properties: { Topics: [{ Ref: topic.id }] } });
    const { Statement } = policy.Properties.PolicyDocument as { Statement: Array<Record<string, unknown>> };
    expect(Statement.filter(({ Effect }) => Effect === 'Allow').map(({ Sid: _, ...rest }) => rest)).toEqual([
      {
        Action: 'sns:Publish',
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        Effect: 'Allow',
        Principal: { Service: 'sms-voice.amazonaws.com' },
        Resource: { Ref: topic.id },
      },
    ]);
  });

  it('reach the worker as they are, and only failed ones are delivered again', () => {
    expect(subscription.Properties).toMatchObject({ Protocol: 'sqs', RawMessageDelivery: true });
    const mapping = find('AWS::Lambda::EventSourceMapping', {
      Properties: { FunctionName: { Ref: worker.id } },
    });
    expect(mapping.Properties).toMatchObject({
      EventSourceArn: subscription.Properties.Endpoint,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('are set aside after sixteen deliveries, hidden for six times the time of the worker unless it says otherwise', () => {
    const [queueId] = (subscription.Properties.Endpoint as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'];
    const queue = (template.findResources('AWS::SQS::Queue') as Record<string, Resource>)[queueId];
    expect([worker.Properties.Timeout, queue?.Properties.VisibilityTimeout]).toEqual([60, 360]);
    expect(queue?.Properties.RedrivePolicy).toMatchObject({ maxReceiveCount: 16 });
  });
});
