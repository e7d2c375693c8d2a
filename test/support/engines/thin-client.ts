import { Agent, request } from 'node:http';
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

type Attributes = Parameters<typeof unmarshall>[0];

/** Paths of plain values in a request, and of attribute values in an answer; `*` is any name or index. */
const PLAIN = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'];

/**
 * Creates a client with the part of the document client that `Table` uses, without the SDK's own machinery, which takes
 * ten times as long as the local engine's answer. For tests that make tens of thousands of calls.
 */
export function thinDocumentClient(endpoint: string): { client: DynamoDBDocumentClient; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(endpoint);
  const send = async (command: { input: object; constructor: { name: string } }) => {
    const operation = OPERATIONS[command.constructor.name];
    if (operation === undefined) throw new Error(`The thin client does not know ${command.constructor.name}`);
    const { status, text } = await post({ agent, hostname, port, operation, body: toJson(command.input) });
    const answer = fromJson(text);
    if (status !== 200) throw toException(answer);
    return fromWire(answer);
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, close: () => agent.destroy() };
}

const OPERATIONS: Record<string, string> = {
  GetCommand: 'GetItem',
  BatchGetCommand: 'BatchGetItem',
  BatchWriteCommand: 'BatchWriteItem',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  QueryCommand: 'Query',
  TransactWriteCommand: 'TransactWriteItems',
  ScanCommand: 'Scan',
};

function post(options: {
  agent: Agent;
  hostname: string;
  port: string;
  operation: string;
  body: string;
}): Promise<{ status: number; text: string }> {
  const { agent, hostname, port, operation, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `DynamoDB_20120810.${operation}`,
          authorization:
            'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
          'x-amz-date': '20260101T000000Z',
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Writes a request as JSON. Few requests have binary attributes, and only those are searched for them. */
function toJson(input: object): string {
  const request = toWire(input);
  const json = JSON.stringify(request);
  return json.includes('"B":{') ? JSON.stringify(withBinaryAs(toBase64, request)) : json;
}

function fromJson(json: string): Record<string, unknown> {
  const answer = JSON.parse(json) as Record<string, unknown>;
  return json.includes('"B":"') ? (withBinaryAs(fromBase64, answer) as Record<string, unknown>) : answer;
}

function toWire(value: unknown, name?: string): unknown {
  if (name !== undefined && PLAIN.includes(name)) {
    return value && marshall(value, { removeUndefinedValues: true });
  }
  if (name === 'Keys') return (value as object[]).map((key) => marshall(key));
  if (Array.isArray(value)) return value.map((element) => toWire(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toWire(inner, key)]));
}

const toBase64 = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('base64');
const fromBase64 = (text: unknown) => new Uint8Array(Buffer.from(text as string, 'base64'));

/** Converts binary attributes, which JSON has as Base64. */
function withBinaryAs(convert: (value: unknown) => unknown, attribute: unknown): unknown {
  if (Array.isArray(attribute)) return attribute.map((element) => withBinaryAs(convert, element));
  if (typeof attribute !== 'object' || attribute === null) return attribute;
  return Object.fromEntries(
    Object.entries(attribute).map(([name, inner]) => [
      name,
      // An attribute may also be called B; a binary value is a text or bytes.
      name === 'B' && (typeof inner === 'string' || inner instanceof Uint8Array)
        ? convert(inner)
        : withBinaryAs(convert, inner),
    ]),
  );
}

const decode = (attributes: unknown) => unmarshall(attributes as Attributes);

function fromWire(answer: Record<string, unknown>): Record<string, unknown> {
  const items = (list: unknown) => (list as unknown[]).map(decode);
  return {
    ...answer,
    ...(answer.Item !== undefined && { Item: decode(answer.Item) }),
    ...(answer.Attributes !== undefined && { Attributes: decode(answer.Attributes) }),
    ...(answer.Items !== undefined && { Items: items(answer.Items) }),
    ...(answer.LastEvaluatedKey !== undefined && {
      LastEvaluatedKey: decode(answer.LastEvaluatedKey),
    }),
    ...(answer.Responses !== undefined && {
      Responses: Object.fromEntries(
        Object.entries(answer.Responses as object).map(([table, list]) => [table, items(list)]),
      ),
    }),
  };
}

function toException(answer: Record<string, unknown>): Error {
  const type = String(answer.__type);
  const message = String(answer.message ?? answer.Message);
  const $metadata = {};
  if (type.endsWith('TransactionCanceledException')) {
    const CancellationReasons = answer.CancellationReasons as CancellationReason[];
    return new TransactionCanceledException({ message, $metadata, CancellationReasons });
  }
  if (type.endsWith('ConditionalCheckFailedException')) {
    const item = answer.Item as CancellationReason['Item'];
    return new ConditionalCheckFailedException({ message, $metadata, ...(item && { Item: item }) });
  }
  return new Error(`${type}: ${message}`);
}
