import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DescribeSpendLimitsCommand, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { DescribeTableCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { accessRequestsOf, type SdkCommand } from '../../../../lib/local/access-requests';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Items';
const requestsOf = (command: unknown) =>
  accessRequestsOf(command as SdkCommand, { partitionKey: 'pk', byIndex: { due: 'gsi1pk' } });
const onTable = (action: string, ...keys: string[]) => ({
  action: `dynamodb:${action}`,
  resource: TABLE,
  context: { 'dynamodb:LeadingKeys': keys },
});
const writing = (action: string, key: string, ...attributes: string[]) => ({
  ...onTable(action, key),
  context: { 'dynamodb:LeadingKeys': [key], 'dynamodb:Attributes': attributes },
});

it.each([
  [
    'an item',
    new GetCommand({ TableName: 'Items', Key: { pk: 'A#1', sk: 'A' } }),
    [onTable('GetItem', 'A#1')],
  ],
  [
    'a marshalled item',
    new PutItemCommand({ TableName: 'Items', Item: { pk: { S: 'A#1' }, data: { S: 'x' } } }),
    [writing('PutItem', 'A#1', 'pk', 'data')],
  ],
  [
    'an update, with the attributes that it names',
    new UpdateCommand({
      TableName: 'Items',
      Key: { pk: 'A#1', sk: 'A' },
      UpdateExpression:
        'SET #tally.#sent = #tally.#sent + :sent, other = if_not_exists(other, :add) REMOVE gone ADD n :n',
      ConditionExpression: 'attribute_exists(pk) AND (revision = :known OR NOT size (#list) IN (:set))',
      ExpressionAttributeNames: { '#tally': 'tally', '#sent': 'sent', '#list': 'list' },
    }),
    [writing('UpdateItem', 'A#1', 'pk', 'sk', 'tally', 'other', 'gone', 'n', 'revision', 'list')],
  ],
  [
    'a batch of reads, with all of its keys',
    new BatchGetCommand({ RequestItems: { Items: { Keys: [{ pk: 'A#1' }, { pk: 'B#2' }] } } }),
    [onTable('BatchGetItem', 'A#1', 'B#2')],
  ],
  [
    'a batch of writes, with all of its keys',
    new BatchWriteCommand({
      RequestItems: {
        Items: [{ PutRequest: { Item: { pk: 'A#1' } } }, { DeleteRequest: { Key: { pk: 'B#2' } } }],
      },
    }),
    [onTable('BatchWriteItem', 'A#1', 'B#2')],
  ],
  [
    'a transaction, part by part',
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: 'Items', Item: { pk: 'A#1' } } },
        { Update: { TableName: 'Items', Key: { pk: 'B#1' }, UpdateExpression: 'SET a = :a' } },
        { Delete: { TableName: 'Items', Key: { pk: 'C#1' } } },
        { ConditionCheck: { TableName: 'Items', Key: { pk: 'D#1' }, ConditionExpression: 'a = :a' } },
      ],
    }),
    [
      writing('PutItem', 'A#1', 'pk'),
      writing('UpdateItem', 'B#1', 'pk', 'a'),
      writing('DeleteItem', 'C#1', 'pk'),
      writing('ConditionCheckItem', 'D#1', 'pk', 'a'),
    ],
  ],
  [
    'a query of the table',
    new QueryCommand({
      TableName: 'Items',
      KeyConditionExpression: 'begins_with(sk, :prefix) AND #p = :p',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': 'A#1', ':prefix': 'B' },
    }),
    [onTable('Query', 'A#1')],
  ],
  [
    'a query of an index, by the key of the index',
    new QueryCommand({
      TableName: 'Items',
      IndexName: 'due',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':pk': 'DUE#JOB#1', ':now': '2026' },
    }),
    [{ ...onTable('Query', 'DUE#JOB#1'), resource: `${TABLE}/index/due` }],
  ],
  [
    'messages',
    new SendMessageBatchCommand({ QueueUrl: 'http://127.0.0.1:9/000000000000/Work', Entries: [] }),
    [{ action: 'sqs:SendMessage', resource: 'arn:aws:sqs:us-east-1:000000000000:Work', context: {} }],
  ],
  [
    'events',
    new PutEventsCommand({ Entries: [{ EventBusName: 'Bus', Detail: '{}' }] }),
    [
      {
        action: 'events:PutEvents',
        resource: 'arn:aws:events:us-east-1:000000000000:event-bus/Bus',
        context: {},
      },
    ],
  ],
  [
    'a text',
    new SendTextMessageCommand({
      DestinationPhoneNumber: '+12065550100',
      OriginationIdentity: '+12065550199',
    }),
    [
      {
        action: 'sms-voice:SendTextMessage',
        resource: 'arn:aws:sms-voice:us-east-1:000000000000:phone-number/+12065550199',
        context: {},
      },
    ],
  ],
  [
    'what is about no single resource',
    new DescribeSpendLimitsCommand({}),
    [{ action: 'sms-voice:DescribeSpendLimits', resource: '*', context: {} }],
  ],
])('knows what IAM is asked about %s', (_, command, expected) => {
  expect(requestsOf(command)).toEqual(expected);
});

it('refuses to guess', () => {
  expect(() => requestsOf(new DescribeTableCommand({ TableName: 'Items' }))).toThrow('DescribeTable');
});

it('asks for a scan without keys: it reads them all', () => {
  expect(requestsOf(new ScanCommand({ TableName: 'Items' }))).toMatchObject([
    { action: 'dynamodb:Scan', context: { 'dynamodb:LeadingKeys': [] } },
  ]);
});
