import { Match, type Template } from 'aws-cdk-lib/assertions';
import { readStage, synthesizeStacks } from '../support/stack/stack-template';

const SENDERS = [
  'functions/http/send-message.ts',
  'functions/http/test-campaign.ts',
  'functions/twilio/messages.ts',
  'functions/workers/send-chunk.ts',
  'functions/workers/send-paced-chunks.ts',
  'functions/workers/send-queued-message.ts',
];
const eum = synthesizeStacks();

interface Resource {
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
}
const all = (template: Template, type: string) => template.findResources(type) as Record<string, Resource>;
const ours = (template: Template) =>
  Object.values(all(template, 'AWS::Lambda::Function')).filter(({ Metadata }) => Metadata?.entry);
const expectResource = (type: string, properties: object) =>
  expect(() => eum.hasResourceProperties(type, properties)).not.toThrow();
const variablesOf = ({ Properties }: Resource) =>
  (Properties.Environment as { Variables: Record<string, unknown> }).Variables;

it('is not there with the simulator', () => {
  const template = synthesizeStacks({ provider: { name: 'simulator', url: 'http://localhost' } });
  expect(all(template, 'AWS::SMSVOICE::ConfigurationSet')).toEqual({});
  expect(Object.keys(all(template, 'AWS::S3::Bucket'))).toEqual([
    expect.stringMatching(/^FilesBucket/) as string,
  ]);
});

it('reports every event of texts, media and RCS to the receipt topic, which lets it', () => {
  const [topic] = Object.keys(eum.findResources('AWS::SNS::Topic', { Metadata: { role: 'receipts' } }));
  expectResource('AWS::SMSVOICE::ConfigurationSet', {
    EventDestinations: [
      {
        EventDestinationName: 'receipts',
        Enabled: true,
        MatchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL', 'RCS_ALL'],
        SnsDestination: { TopicArn: { Ref: topic } },
      },
    ],
  });
  expectResource('AWS::SNS::TopicPolicy', {
    Topics: [{ Ref: topic }],
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Principal: { Service: 'sms-voice.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]),
    },
  });
});

it('keeps media for a week, without public access', () => {
  expectResource('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 7, Status: 'Enabled' })] },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
});

it('tells only the functions that send where to, and lets only those', () => {
  const told = ours(eum).filter((resource) => 'MEDIA_BUCKET' in variablesOf(resource));
  expect(told.map(({ Metadata }) => Metadata?.entry).sort()).toEqual(SENDERS);
  const allowed = Object.values(all(eum, 'AWS::IAM::Role')).filter(({ Properties }) =>
    JSON.stringify(Properties).includes('sms-voice:SendTextMessage'),
  );
  expect(allowed).toHaveLength(SENDERS.length);
});

it('lets only the worker of queued messages give feedback on messages', () => {
  const granted = Object.entries(all(eum, 'AWS::IAM::Role')).flatMap(([id, { Properties }]) => {
    const statements = (Properties.Policies ?? []) as Array<{
      PolicyDocument: { Statement: Array<{ Action: string | string[]; Resource: unknown }> };
    }>;
    return statements
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes('sms-voice:PutMessageFeedback'))
      .map(({ Resource }) => [id.replace(/.*?(SendMessage).*/, '$1'), JSON.stringify(Resource)]);
  });
  expect(granted).toEqual([['SendMessage', expect.stringMatching(/sms-voice.*:message\/\*/) as string]]);
});

it('lets only the functions look numbers up that do, and those without sending do nothing else there', () => {
  const granted = Object.entries(all(eum, 'AWS::IAM::Role'))
    .map(([id, { Properties }]) => ({
      id,
      actions: [...JSON.stringify(Properties).matchAll(/sms-voice:\w+/g)].map(([action]) => action),
    }))
    .filter(({ actions }) => actions.includes('sms-voice:CarrierLookup'));
  const sends = ['sms-voice:SendTextMessage', 'sms-voice:SendMediaMessage'];
  expect(granted).toHaveLength(3);
  expect(granted).toEqual(
    expect.arrayContaining([
      { id: expect.stringContaining('SendChunk') as string, actions: [...sends, 'sms-voice:CarrierLookup'] },
      {
        id: expect.stringContaining('SendPacedChunks') as string,
        actions: [...sends, 'sms-voice:CarrierLookup'],
      },
      { id: expect.stringContaining('TransferContacts') as string, actions: ['sms-voice:CarrierLookup'] },
    ]),
  );
});

it('lets the timer read the spend limit, and nothing else of the account', () => {
  const granted = Object.entries(all(eum, 'AWS::IAM::Role'))
    .filter(([id]) => id.includes('WakeDue'))
    .map(([, { Properties }]) => JSON.stringify(Properties).match(/sms-voice:\w+/g));
  expect(granted).toEqual([['sms-voice:DescribeSpendLimits']]);
});

it('uses a configuration set that exists already', () => {
  const template = synthesizeStacks({
    provider: { name: 'eum', configurationSet: 'theirs', messageType: 'TRANSACTIONAL' },
  });
  expect(all(template, 'AWS::SMSVOICE::ConfigurationSet')).toEqual({});
  const told = ours(template).filter((resource) => 'MEDIA_BUCKET' in variablesOf(resource));
  expect(told.map((resource) => variablesOf(resource))).toEqual(
    SENDERS.map(
      () =>
        expect.objectContaining({
          EUM_CONFIGURATION_SET: 'theirs',
          EUM_MESSAGE_TYPE: 'TRANSACTIONAL',
        }) as unknown,
    ),
  );
});

it.each([
  [{ name: 'fax' }, 'provider.name: expected ("eum" | "simulator"), not "fax"'],
  [{ name: 'simulator' }, 'provider.url: is missing'],
  [{ name: 'simulator', url: 'here' }, 'provider.url: expected where a simulator listens, not "here"'],
  [
    { name: 'eum', messageType: 'LOUD' },
    'provider.messageType: expected ("TRANSACTIONAL" | "PROMOTIONAL"), not "LOUD"',
  ],
])('refuses %j', (provider: object, message) => {
  expect(() => readStage({ provider: provider as never })).toThrow(new Error(`stages/dev.ts: ${message}`));
});
