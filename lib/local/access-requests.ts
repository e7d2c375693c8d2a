import type { AccessRequest } from './access-policy';
import { arn, type Template, TemplateError } from './template';

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

/** Actions of the commands about one object, by the commands' names. */
const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  HeadObject: 'GetObject',
  GetObject: 'GetObject',
  PutObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  AbortMultipartUpload: 'AbortMultipartUpload',
  DeleteObject: 'DeleteObject',
};

const QUEUE_ACTIONS: Readonly<Record<string, string>> = {
  SendMessage: 'SendMessage',
  SendMessageBatch: 'SendMessage',
  GetQueueAttributes: 'GetQueueAttributes',
  ReceiveMessage: 'ReceiveMessage',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
  DeleteMessageBatch: 'DeleteMessage',
};

/** Actions that are about no single resource. */
const GENERAL_ACTIONS: Readonly<Record<string, string>> = {
  CarrierLookup: 'sms-voice',
  DescribeAccountAttributes: 'sms-voice',
  DescribeAccountLimits: 'sms-voice',
  DescribeConfigurationSets: 'sms-voice',
  DescribePhoneNumbers: 'sms-voice',
  DescribePools: 'sms-voice',
  DescribeProtectConfigurations: 'sms-voice',
  DescribeRcsAgents: 'sms-voice',
  DescribeRegistrationFieldDefinitions: 'sms-voice',
  DescribeRegistrationFieldValues: 'sms-voice',
  DescribeRegistrations: 'sms-voice',
  DescribeRegistrationVersions: 'sms-voice',
  DescribeSenderIds: 'sms-voice',
  DescribeSpendLimits: 'sms-voice',
  GetProtectConfigurationCountryRuleSet: 'sms-voice',
  ListPoolOriginationIdentities: 'sms-voice',
  ListRegistrationAssociations: 'sms-voice',
  GetAccountSettings: 'lambda',
};

/**
 * Returns the requests for permission that a command causes in the deployed service.
 *
 * @throws Error for a command that is not in the list
 */
export function accessRequestsOf(command: SdkCommand, keys: TableKeys): AccessRequest[] {
  const name = command.constructor.name.replace(/Command$/, '');
  const input = command.input as Input;
  const leadingKey = (key: unknown) => (key as Input)[keys.partitionKey];
  const one = (action: string, resource: string) => [{ action, resource, context: {} }];
  // The commands of the document client have the shorter names.
  const tableAction = name.replace(/^(Get|Put|Update|Delete|Batch(?:Get|Write))$/, '$1Item');
  switch (tableAction) {
    case 'GetItem':
      return [onTable('GetItem', input.TableName, [leadingKey(input.Key)])];
    case 'UpdateItem':
    case 'DeleteItem':
    case 'PutItem':
      return [writing(tableAction, input, leadingKey)];
    case 'BatchGetItem':
      return perTable(input, tableAction, (request) => (request as { Keys: unknown[] }).Keys.map(leadingKey));
    case 'BatchWriteItem':
      return perTable(input, tableAction, (requests) =>
        (requests as Array<{ PutRequest?: { Item: unknown }; DeleteRequest?: { Key: unknown } }>).map(
          ({ PutRequest: put, DeleteRequest: remove }) => leadingKey(put?.Item ?? remove?.Key),
        ),
      );
    case 'Query':
      return [onTable('Query', input.TableName, [queriedKey(input, keys)], input.IndexName)];
    case 'Scan':
      return [onTable('Scan', input.TableName, [], input.IndexName)];
    case 'TransactWrite':
    case 'TransactWriteItems':
      // Each part needs its own permission.
      return (input.TransactItems as Array<Record<string, Input>>)
        .flatMap((item) => Object.entries(item))
        .map(([kind, part]) => writing(`${kind}Item`, part, leadingKey));
    case 'Invoke':
      return one('lambda:InvokeFunction', arn('lambda', `function:${text(input.FunctionName)}`));
    case 'PutEvents':
      return (input.Entries as Input[]).flatMap(({ EventBusName: bus }) =>
        one('events:PutEvents', arn('events', `event-bus/${text(bus)}`)),
      );
    case 'SendTextMessage':
    case 'SendMediaMessage':
      return one(`sms-voice:${name}`, arn('sms-voice', `phone-number/${text(input.OriginationIdentity)}`));
    case 'PutMessageFeedback':
      return one(`sms-voice:${name}`, arn('sms-voice', `message/${text(input.MessageId)}`));
    default: {
      const [object, queue, general] = [OBJECT_ACTIONS[name], QUEUE_ACTIONS[name], GENERAL_ACTIONS[name]];
      if (object) return one(`s3:${object}`, `arn:aws:s3:::${text(input.Bucket)}/${text(input.Key)}`);
      if (queue) return one(`sqs:${queue}`, arn('sqs', text(input.QueueUrl).split('/').at(-1) ?? ''));
      if (general) return one(`${general}:${name}`, '*');
      throw new Error(`The local cloud does not know what a function needs for ${name}.`);
    }
  }
}

/** Returns the keys of the template's only table. */
export function readTableKeys(template: Template): TableKeys {
  const table = template.onlyResource('AWS::DynamoDB::GlobalTable');
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

function onTable(action: string, table: unknown, leadingKeys: unknown[], index?: unknown): AccessRequest {
  const path = `table/${text(table)}${index === undefined ? '' : `/index/${text(index)}`}`;
  return {
    action: `dynamodb:${action}`,
    resource: arn('dynamodb', path),
    context: { 'dynamodb:LeadingKeys': leadingKeys.map(text) },
  };
}

function writing(action: string, part: Input, leadingKey: (key: unknown) => unknown): AccessRequest {
  const request = onTable(action, part.TableName, [leadingKey(part.Item ?? part.Key)]);
  return { ...request, context: { ...request.context, 'dynamodb:Attributes': attributesOf(part) } };
}

function perTable(
  input: Input,
  action: string,
  leadingKeysOf: (requests: unknown) => unknown[],
): AccessRequest[] {
  return Object.entries(input.RequestItems as Input).map(([table, requests]) =>
    onTable(action, table, leadingKeysOf(requests)),
  );
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

const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Returns the attributes that a write names, in its key or item and in its expressions, without nested ones. */
function attributesOf(request: Input): string[] {
  const placeholders = (request.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const expressions = [request.UpdateExpression, request.ConditionExpression].filter(
    (expression) => typeof expression === 'string',
  );
  const named = expressions.flatMap(namesIn).map((name) => placeholders[name] ?? name);
  return [...new Set([...Object.keys(request.Key ?? request.Item ?? {}), ...named])];
}

/** Cache of the names in each expression. The service has some hundred expressions, all with placeholders. */
const namesByExpression = new Map<string, string[]>();
const MAX_REMEMBERED = 5_000;

function namesIn(expression: string): string[] {
  const known = namesByExpression.get(expression);
  if (known !== undefined) return known;
  const names = findNames(expression);
  if (namesByExpression.size < MAX_REMEMBERED) namesByExpression.set(expression, names);
  return names;
}

function findNames(expression: string): string[] {
  // Values begin with a colon, functions end at a bracket, and the second part of a path lies within the first.
  const names = expression.matchAll(/(?<![:\w#.])#?[A-Za-z_]\w*(?!\w|\s*\()/g);
  return [...names].map(([name]) => name).filter((name) => !KEYWORDS.has(name.toUpperCase()));
}
