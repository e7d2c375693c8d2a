import { Template } from 'aws-cdk-lib/assertions';
import { EVENT_TYPES } from '../../shared/events/event-types';
import { makeStacks, PROD, synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  Metadata?: { entry?: string };
}
interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const resourcesOf = (template: Template) =>
  (template.toJSON() as { Resources: Record<string, Resource> }).Resources;
const off = resourcesOf(synthesizeStacks(PROD));
const hashed = resourcesOf(synthesizeStacks({ ...PROD, eventArchive: 'hash' }));
const omitted = resourcesOf(synthesizeStacks({ ...PROD, eventArchive: 'omit' }));

/** Returns the resources that the archive adds, by their ids without the hashes. */
const addedTo = (resources: Record<string, Resource>) =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([id]) => !(id in off))
      .map(([id, resource]) => [id.replace(/[0-9A-F]{8}$/, ''), resource]),
  );
const added = addedTo(hashed);
const textOf = (value: unknown) => JSON.stringify(value).replace(/[0-9A-F]{8}"/g, '"');
/** Returns what a role grants: resources by action. */
const grantsOf = (id: string) => {
  const [policy] = added[id]?.Properties.Policies as Array<{ PolicyDocument: { Statement: Statement[] } }>;
  return policy?.PolicyDocument.Statement.map(({ Action, Resource: on }) => [Action, textOf(on)]);
};
/** Returns the handlers with a variable, and its value. */
const holdersOf = (resources: Record<string, Resource>, variable: string) =>
  Object.values(resources).flatMap(({ Type, Properties, Metadata }) => {
    const { Variables: variables = {} } = (Properties?.Environment ?? {}) as { Variables?: object };
    return Type === 'AWS::Lambda::Function' && variable in variables
      ? [[Metadata?.entry, textOf(variables[variable as keyof typeof variables])]]
      : [];
  });

it('is nothing unless it is asked for, and changes no other resource but the worker of receipts', () => {
  expect(Object.keys(off).filter((id) => /archive/i.test(id))).toEqual([]);
  expect(holdersOf(off, 'EVENT_ARCHIVE')).toEqual([]);
  const changed = Object.keys(off).filter((id) => textOf(off[id]) !== textOf(hashed[id]));
  expect(changed.map((id) => off[id]?.Metadata?.entry)).toEqual(['functions/workers/record-receipt.ts']);
});

it('is this when it is on; a key only to hash with', () => {
  const parts = Object.keys(added).filter((id) => !id.startsWith('Monitoring'));
  expect(parts.sort()).toEqual([
    'EventArchive',
    'EventArchiveDeadLetters',
    'EventArchiveDeadLettersPolicy',
    'EventArchiveDeliveryLog',
    'EventArchiveDeliveryLogs',
    'EventArchiveDeliveryRole',
    'EventArchivePolicy',
    'EventArchivePutRole',
    'EventArchiveRefused',
    'EventArchiveStream',
    'EventArchiveToArchive',
    'EventArchiveTransform',
    'EventArchiveTransformLogs',
    'EventArchiveTransformRole',
    'KeysArchive',
  ]);
  expect(Object.keys(addedTo(omitted)).sort()).toEqual(
    Object.keys(added)
      .filter((id) => id !== 'KeysArchive')
      .sort(),
  );
});

it('outlives the stacks, is private and encrypted, and forgets what failed before the rest', () => {
  const { EventArchive: bucket, KeysArchive: key } = added;
  expect([bucket?.DeletionPolicy, key?.DeletionPolicy]).toEqual(['Retain', 'Retain']);
  expect(bucket?.Properties).toMatchObject({
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    LifecycleConfiguration: {
      Rules: [
        { Prefix: 'events/', ExpirationInDays: 400 },
        { Prefix: 'failed/', ExpirationInDays: 14 },
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ],
    },
  });
  expect(textOf(added.EventArchivePolicy)).toContain('"Bool":{"aws:SecureTransport":"false"}');
});

it('can be turned off again: no stack holds on to what is in that of the data', () => {
  const { data } = makeStacks({ ...PROD, eventArchive: 'hash' });
  const { Outputs: outputs } = Template.fromStack(data).toJSON() as {
    Outputs: Record<string, { Export?: object }>;
  };
  const ofArchive = Object.entries(outputs).filter(([name]) => name.includes('Archive'));
  expect(ofArchive.length).toBeGreaterThan(1);
  expect(ofArchive.filter(([, output]) => output.Export)).toEqual([]);
});

it('gets the events that have a definition, as they are, and keeps those that its stream refuses', () => {
  const { EventPattern: pattern, Targets: targets } = added.EventArchiveToArchive?.Properties ?? {};
  expect(pattern).toEqual({ source: ['messaging-service'], 'detail-type': EVENT_TYPES });
  const [target] = targets as Array<Record<string, unknown>>;
  expect(target?.InputPath).toBe('$.detail');
  expect(textOf(target?.DeadLetterConfig)).toContain('EventArchiveDeadLetters');
  expect(textOf(added.EventArchiveDeadLettersPolicy)).toContain(
    '"aws:SourceArn":{"Fn::GetAtt":["EventArchiveToArchive',
  );
});

it('is written as compressed lines, by the day that the function tells, encrypted on the way', () => {
  const { Properties: stream } = added.EventArchiveStream ?? {};
  expect(stream).toMatchObject({
    DeliveryStreamType: 'DirectPut',
    DeliveryStreamEncryptionConfigurationInput: { KeyType: 'AWS_OWNED_CMK' },
    ExtendedS3DestinationConfiguration: {
      CompressionFormat: 'GZIP',
      FileExtension: '.json.gz',
      Prefix: 'events/day=!{partitionKeyFromLambda:day}/',
      ErrorOutputPrefix: 'failed/!{firehose:error-output-type}/',
      DynamicPartitioningConfiguration: { Enabled: true },
      ProcessingConfiguration: { Enabled: true, Processors: [{ Type: 'Lambda' }] },
      BufferingHints: { IntervalInSeconds: 900, SizeInMBs: 64 },
    },
  });
});

it('grants what is used, and nothing else', () => {
  const bucket = '"Fn::GetAtt":["EventArchive","Arn"]';
  const files = (prefix: string) => `{"Fn::Join":["",[{${bucket}},"/${prefix}/*"]]}`;
  const stream = '{"Fn::GetAtt":["EventArchiveStream","Arn"]}';
  expect(grantsOf('EventArchiveDeliveryRole')).toEqual([
    [['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'], `{${bucket}}`],
    [['s3:AbortMultipartUpload', 's3:GetObject', 's3:PutObject'], `[${files('events')},${files('failed')}]`],
    [
      ['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'],
      '{"Fn::Join":["",[{"Fn::GetAtt":["EventArchiveTransform","Arn"]},":$LATEST"]]}',
    ],
    ['logs:PutLogEvents', '{"Fn::GetAtt":["EventArchiveDeliveryLogs","Arn"]}'],
  ]);
  expect(grantsOf('EventArchivePutRole')).toEqual([
    [['firehose:PutRecord', 'firehose:PutRecordBatch'], stream],
  ]);
  expect(grantsOf('EventArchiveTransformRole')).toEqual([
    [['logs:CreateLogStream', 'logs:PutLogEvents'], '{"Fn::GetAtt":["EventArchiveTransformLogs","Arn"]}'],
    [['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'], '{"Ref":"KeysArchive"}'],
  ]);
});

it('is known to the function that writes it and to the worker of receipts; the key to the first alone', () => {
  const holders = [
    ['functions/workers/record-receipt.ts', '"hash"'],
    ['functions/workers/archive-events.ts', '"hash"'],
  ];
  expect(holdersOf(hashed, 'EVENT_ARCHIVE').sort()).toEqual(holders.sort());
  expect(holdersOf(hashed, 'ARCHIVE_KEY_ARN')).toEqual([
    ['functions/workers/archive-events.ts', '{"Ref":"KeysArchive"}'],
  ]);
  expect(holdersOf(omitted, 'ARCHIVE_KEY_ARN')).toEqual([]);
});

it('has an alarm on records that failed, on records that wait, and on what its stream refused', () => {
  const alarms = Object.keys(added).filter((id) => id.startsWith('Monitoring'));
  expect(alarms.sort()).toEqual([
    'MonitoringDeadLettersArchive',
    'MonitoringEventArchiveFailed',
    'MonitoringEventArchiveWaits',
  ]);
  expect(added.EventArchiveRefused?.Properties).toMatchObject({
    FilterPattern: '{ $.message = "Events not archived" }',
    MetricTransformations: [
      {
        MetricNamespace: 'MessagingService',
        MetricName: 'EventsNotArchived',
        MetricValue: '$.count',
        Dimensions: [{ Key: 'service', Value: '$.service' }],
      },
    ],
  });
  const failed = textOf(added.MonitoringEventArchiveFailed);
  expect(failed).toContain(
    '"Dimensions":[{"Name":"service","Value":"messaging-prod"}],"MetricName":"EventsNotArchived"',
  );
});
