import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { physicalName } from './references';
import { StartupError } from './startup-error';
import type { Template, TemplateResource } from './template';

const ACTIVE_TIMEOUT_MS = 30_000;

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
  const resource = theTable(template);
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
 * @throws StartupError when a table of that name has other keys or indexes, or lacks the stream
 */
export async function ensureTable(
  client: DynamoDBClient,
  definition: CreateTableCommandInput,
): Promise<LocalTable> {
  const name = definition.TableName ?? '';
  const found = await describe(client, name);
  if (found === undefined) await client.send(new CreateTableCommand(definition));
  const table = await waitForTable(client, name, isReady);
  if (table === undefined || !hasKeys(table, definition)) {
    throw new StartupError(
      `The table ${name} was made by another version of the service; remove it, or start with --fresh.`,
    );
  }
  if (definition.StreamSpecification !== undefined && table.LatestStreamArn === undefined) {
    throw new StartupError(`The table ${name} has no stream; remove it, or start with --fresh.`);
  }
  return { name, streamArn: definition.StreamSpecification && table.LatestStreamArn };
}

const isReady = (table: TableDescription | undefined) =>
  table?.TableStatus === 'ACTIVE' &&
  (table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus: status }) => status === 'ACTIVE');

/** Deletes the table and creates it again; DynamoDB has no cheaper way to empty one. */
export async function recreateTable(
  client: DynamoDBClient,
  definition: CreateTableCommandInput,
): Promise<LocalTable> {
  const name = definition.TableName ?? '';
  if ((await describe(client, name)) !== undefined) {
    await client.send(new DeleteTableCommand({ TableName: name }));
    await waitForTable(client, name, (found) => found === undefined);
  }
  return ensureTable(client, definition);
}

function theTable(template: Template): TemplateResource {
  const [table, ...others] = template.resources('AWS::DynamoDB::Table');
  if (table === undefined || others.length > 0) {
    throw new StartupError('The local service expects exactly one table in the template.');
  }
  return table;
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      return undefined;
    }
    throw error;
  }
}

async function waitForTable(
  client: DynamoDBClient,
  name: string,
  isDone: (table: TableDescription | undefined) => boolean,
): Promise<TableDescription | undefined> {
  const deadlineMs = performance.now() + ACTIVE_TIMEOUT_MS;
  for (;;) {
    const table = await describe(client, name);
    if (isDone(table)) {
      return table;
    }
    if (performance.now() > deadlineMs) {
      throw new StartupError(`The table ${name} stayed ${table?.TableStatus ?? 'absent'}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function hasKeys(table: TableDescription, definition: CreateTableCommandInput): boolean {
  const existing = (table.GlobalSecondaryIndexes ?? []).map((index) =>
    indexText(index.IndexName, index.KeySchema),
  );
  const wanted = (definition.GlobalSecondaryIndexes ?? []).map((index) =>
    indexText(index.IndexName, index.KeySchema),
  );
  return (
    keysText(table.KeySchema) === keysText(definition.KeySchema) &&
    existing.sort().join(' ') === wanted.sort().join(' ')
  );
}

const indexText = (name: string | undefined, keys: KeySchemaElement[] | undefined) =>
  `${name}(${keysText(keys)})`;

const keysText = (keys: KeySchemaElement[] | undefined) =>
  (keys ?? [])
    .map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`)
    .sort()
    .join(',');
