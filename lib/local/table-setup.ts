import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { StartupError } from './lifecycle';
import { physicalName, type Template } from './template';

/** Waiting for a table, in seconds. */
const WAIT = { maxWaitTime: 30, minDelay: 0.05, maxDelay: 0.1 };

export interface LocalTable {
  name: string;
  /** Absent on an engine without the table's stream. */
  streamArn: string | undefined;
}

/** Returns the one table of the template as input for CreateTable. */
export function tableDefinition(
  template: Template,
  options: { withStream: boolean },
): CreateTableCommandInput {
  const resource = template.onlyResource('AWS::DynamoDB::GlobalTable');
  const properties = template.resolve(resource.properties) as CreateTableCommandInput;
  return {
    TableName: physicalName(resource),
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
    BillingMode: 'PAY_PER_REQUEST',
    // CloudFormation implies StreamEnabled, the API does not.
    ...(options.withStream &&
      properties.StreamSpecification && {
        StreamSpecification: { ...properties.StreamSpecification, StreamEnabled: true },
      }),
  };
}

/**
 * Creates the table, or uses the existing one.
 *
 * @throws StartupError when a table of that name has other keys or other indexes, or lacks the stream
 */
export async function ensureTable(
  client: DynamoDBClient,
  definition: CreateTableCommandInput,
): Promise<LocalTable> {
  const name = definition.TableName ?? '';
  if ((await describe(client, name)) === undefined) await client.send(new CreateTableCommand(definition));
  await waitUntilTableExists({ client, ...WAIT }, { TableName: name });
  const table = await describe(client, name);
  if (table === undefined || shapeOf(table) !== shapeOf(definition)) {
    throw new StartupError(
      `The table ${name} was made by another version of the service; remove it, or start with --fresh.`,
    );
  }
  if (definition.StreamSpecification !== undefined && table.LatestStreamArn === undefined) {
    throw new StartupError(`The table ${name} has no stream; remove it, or start with --fresh.`);
  }
  return { name, streamArn: definition.StreamSpecification && table.LatestStreamArn };
}

/** Deletes the table and creates it again; DynamoDB has no cheaper way to empty one. */
export async function recreateTable(
  client: DynamoDBClient,
  definition: CreateTableCommandInput,
): Promise<LocalTable> {
  const name = definition.TableName ?? '';
  if ((await describe(client, name)) !== undefined) {
    await client.send(new DeleteTableCommand({ TableName: name }));
    await waitUntilTableNotExists({ client, ...WAIT }, { TableName: name });
  }
  return ensureTable(client, definition);
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the keys of a table, and the keys and projections of its indexes, in a form that can be compared. */
function shapeOf({ KeySchema: keys, GlobalSecondaryIndexes: indexes = [] }: TableShape): string {
  const texts = indexes.map(
    ({ IndexName: name, KeySchema, Projection: projection }) =>
      `${name}(${keysText(KeySchema)} ${projection?.ProjectionType})`,
  );
  return [keysText(keys), ...texts.sort()].join(' ');
}

type TableShape = Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes'>;

const keysText = (keys: KeySchemaElement[] = []) =>
  keys
    .map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`)
    .sort()
    .join(',');
