import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type Template, TemplateError } from './template';
import type { AccessRequest } from './access-policy';
import { type AttributeNaming, attributesOf } from './request-attributes';

/** An SDK command: its class, and its input in the shape of the document client where there is one. */
export interface SdkCommand {
  constructor: { name: string };
  input: unknown;
}

type Input = Record<string, unknown>;
/** Names of the partition keys: the table's first, then those of its indexes. */
interface TableKeys {
  partitionKey: string;
  byIndex: Readonly<Record<string, string>>;
}

/**
 * Returns the requests for permission that a command causes in the deployed service.
 *
 * @throws Error for a command that is not in the list
 */
export function accessRequestsOf(command: SdkCommand, keys: TableKeys): AccessRequest[] {
  const name = command.constructor.name.replace(/Command$/, '');
  const input = command.input as Input;
  const dynamodb = (action: string, leadingKeys: unknown[], index?: unknown): AccessRequest => ({
    action: `dynamodb:${action}`,
    resource: arn(
      'dynamodb',
      `table/${tableName(input)}${index === undefined ? '' : `/index/${text(index)}`}`,
    ),
    context: { 'dynamodb:LeadingKeys': leadingKeys.map(text) },
  });
  const writing = (action: string, leadingKeyValue: unknown): AccessRequest =>
    withAttributes(dynamodb(action, [leadingKeyValue]), input);
  const leadingKey = (key: unknown) => (key as Input)[keys.partitionKey];
  switch (name) {
    case 'Get':
    case 'GetItem':
      return [dynamodb('GetItem', [leadingKey(input.Key)])];
    case 'Update':
    case 'UpdateItem':
    case 'Delete':
    case 'DeleteItem':
      return [writing(itemAction(name), leadingKey(input.Key))];
    case 'Put':
    case 'PutItem':
      return [writing('PutItem', leadingKey(input.Item))];
    case 'BatchGet':
    case 'BatchGetItem':
      return perTable(input, 'BatchGetItem', (request) =>
        (request as { Keys: unknown[] }).Keys.map(leadingKey),
      );
    case 'BatchWrite':
    case 'BatchWriteItem':
      return perTable(input, 'BatchWriteItem', (requests) =>
        (requests as Array<{ PutRequest?: { Item: unknown }; DeleteRequest?: { Key: unknown } }>).map(
          ({ PutRequest: put, DeleteRequest: remove }) => leadingKey(put?.Item ?? remove?.Key),
        ),
      );
    case 'Query':
      return [dynamodb('Query', [queriedKey(input, keys)], input.IndexName)];
    case 'Scan':
      return [dynamodb('Scan', [], input.IndexName)];
    case 'TransactWrite':
    case 'TransactWriteItems':
      return transactionRequests(input, leadingKey);
    case 'SendMessage':
    case 'SendMessageBatch':
      return [{ action: 'sqs:SendMessage', resource: queueArn(input.QueueUrl), context: {} }];
    case 'GetQueueAttributes':
    case 'ReceiveMessage':
      return [{ action: `sqs:${name}`, resource: queueArn(input.QueueUrl), context: {} }];
    case 'ChangeMessageVisibilityBatch':
      return [{ action: 'sqs:ChangeMessageVisibility', resource: queueArn(input.QueueUrl), context: {} }];
    case 'DeleteMessageBatch':
      return [{ action: 'sqs:DeleteMessage', resource: queueArn(input.QueueUrl), context: {} }];
    case 'Invoke':
      return [
        {
          action: 'lambda:InvokeFunction',
          resource: arn('lambda', `function:${text(input.FunctionName)}`),
          context: {},
        },
      ];
    case 'PutEvents':
      return (input.Entries as Input[]).map(({ EventBusName: bus }) => ({
        action: 'events:PutEvents',
        resource: arn('events', `event-bus/${text(bus)}`),
        context: {},
      }));
    case 'HeadObject':
    case 'GetObject':
      return [{ action: 's3:GetObject', resource: objectArn(input), context: {} }];
    case 'PutObject':
    case 'CreateMultipartUpload':
    case 'UploadPart':
    case 'CompleteMultipartUpload':
      return [{ action: 's3:PutObject', resource: objectArn(input), context: {} }];
    case 'AbortMultipartUpload':
      return [{ action: 's3:AbortMultipartUpload', resource: objectArn(input), context: {} }];
    case 'DeleteObject':
      return [{ action: 's3:DeleteObject', resource: objectArn(input), context: {} }];
    case 'SendTextMessage':
    case 'SendMediaMessage':
      return [
        {
          action: `sms-voice:${name}`,
          resource: arn('sms-voice', `phone-number/${text(input.OriginationIdentity)}`),
          context: {},
        },
      ];
    case 'DescribeAccountAttributes':
    case 'DescribeAccountLimits':
    case 'DescribeConfigurationSets':
    case 'DescribePhoneNumbers':
    case 'DescribeProtectConfigurations':
    case 'DescribeRegistrations':
    case 'DescribeRegistrationVersions':
    case 'DescribeSpendLimits':
    case 'GetProtectConfigurationCountryRuleSet':
      return [{ action: `sms-voice:${name}`, resource: '*', context: {} }];
    case 'GetAccountSettings':
      return [{ action: `lambda:${name}`, resource: '*', context: {} }];
    default:
      throw new Error(`The local cloud does not know what a function needs for ${name}.`);
  }
}

/** Returns the keys of the template's only table. */
export function readTableKeys(template: Template): TableKeys {
  const [table, ...others] = template.resources('AWS::DynamoDB::Table');
  if (!table || others.length > 0) throw new TemplateError('The local cloud expects one table.');
  const indexes = (table.properties.GlobalSecondaryIndexes ?? []) as Array<{
    IndexName: string;
    KeySchema: KeySchema;
  }>;
  return {
    partitionKey: partitionKeyOf(table.properties.KeySchema as KeySchema),
    byIndex: Object.fromEntries(
      indexes.map(({ IndexName: name, KeySchema: schema }) => [name, partitionKeyOf(schema)]),
    ),
  };
}

type KeySchema = Array<{ AttributeName: string; KeyType: string }>;

function partitionKeyOf(schema: KeySchema): string {
  const key = schema.find(({ KeyType: type }) => type === 'HASH');
  if (!key) throw new TemplateError('A table or index has no partition key.');
  return key.AttributeName;
}

const itemAction = (name: string) => (name.endsWith('Item') ? name : `${name}Item`);

function perTable(
  input: Input,
  action: string,
  leadingKeysOf: (requests: unknown) => unknown[],
): AccessRequest[] {
  return Object.entries(input.RequestItems as Input).map(([table, requests]) => ({
    action: `dynamodb:${action}`,
    resource: arn('dynamodb', `table/${table}`),
    context: { 'dynamodb:LeadingKeys': leadingKeysOf(requests).map(text) },
  }));
}

/** Returns the requests of a transaction: each part needs its own permission. */
function transactionRequests(input: Input, leadingKey: (key: unknown) => unknown): AccessRequest[] {
  return (input.TransactItems as Array<Record<string, Input>>).flatMap((item) =>
    Object.entries(item).map(([kind, part]) =>
      withAttributes(
        {
          action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
          resource: arn('dynamodb', `table/${tableName(part)}`),
          context: { 'dynamodb:LeadingKeys': [text(leadingKey(part.Item ?? part.Key))] },
        },
        part,
      ),
    ),
  );
}

function withAttributes(request: AccessRequest, part: AttributeNaming): AccessRequest {
  return { ...request, context: { ...request.context, 'dynamodb:Attributes': attributesOf(part) } };
}

/** Returns the value that the key condition compares the partition key with. */
function queriedKey(input: Input, keys: TableKeys): unknown {
  const attribute = input.IndexName === undefined ? keys.partitionKey : keys.byIndex[text(input.IndexName)];
  const names = (input.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (input.ExpressionAttributeValues ?? {}) as Record<string, unknown>;
  const comparisons = text(input.KeyConditionExpression).matchAll(/([#\w]+)\s*=\s*(:\w+)/g);
  for (const [, name = '', value = ''] of comparisons) {
    if ((names[name] ?? name) === attribute) return values[value];
  }
  throw new Error(`The local cloud finds no ${attribute} in a key condition.`);
}

/** Returns a key's value as text, from the document client or, marshalled, from the plain one. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  const { S: marshalled } = (value ?? {}) as { S?: unknown };
  if (typeof marshalled === 'string') return marshalled;
  throw new Error('The local cloud expects a text in a request.');
}

const tableName = (input: Input) => text(input.TableName);
const objectArn = (input: Input) => `arn:aws:s3:::${text(input.Bucket)}/${text(input.Key)}`;
const queueArn = (url: unknown) => arn('sqs', new URL(text(url)).pathname.split('/').at(-1) ?? '');

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${resource}`;
}
