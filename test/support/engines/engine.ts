import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { startEngine as startEmbeddedEngine } from '../../../lib/local/engine';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from '../../../shared/platform/store/table';
import { sharedEndpoint } from './shared-engines';
import { startedInHook } from '../run/started-in-hook';
import { TABLE_SHAPE } from './table-shape';
import { thinDocumentClient } from './thin-client';

export interface TestEngine {
  table: Table;
  client: DynamoDBClient;
  /** Client that the table uses. */
  documents: DynamoDBDocumentClient;
  endpoint: string;
  /** Sets the environment that a handler's own platform reads. Call it before the handler's first call. */
  setEnvironment(): void;
  stop(): Promise<void>;
}

/**
 * Starts an empty table of the deployed shape in a DynamoDB-compatible engine: the embedded one in memory that the test
 * files of a Jest worker share, one after the other, or the one that DYNAMODB_ENDPOINT names.
 *
 * Calls of `table` and `documents` are sent without the SDK's own machinery, which takes most of the time of a call;
 * those of `client`, and of handlers that have called `setEnvironment`, use the SDK.
 *
 * @param options.hasOwnEngine starts an engine for this file alone: for tests of several tables with fixed names
 * @param options.usesSdk makes `table` and `documents` use the SDK too: for tests and benches of exactly that
 */
export async function startEngine(
  options: { hasOwnEngine?: boolean; usesSdk?: boolean } = {},
): Promise<TestEngine> {
  const shared = options.hasOwnEngine ? undefined : sharedEndpoint();
  const external = process.env.DYNAMODB_ENDPOINT ?? shared;
  const embedded = external
    ? undefined
    : await startEmbeddedEngine({
        rootDir: process.cwd(),
        onExit: (reason) => process.stderr.write(`The engine of a test ended: ${reason}\n`),
      });
  const endpoint = external ?? embedded?.endpoint ?? '';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 3 });
  const tableName = `Test-${randomUUID()}`;
  await createDeployedTable(client, tableName);
  const thin = options.usesSdk ? undefined : thinDocumentClient(endpoint);
  const documents =
    thin?.client ?? DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    table: new Table(documents, tableName),
    client,
    documents,
    endpoint,
    setEnvironment: () => {
      Object.assign(process.env, {
        TABLE_NAME: tableName,
        BASE_URL: 'http://localhost:3000',
        PROVIDER: 'simulator',
        SIMULATOR_URL: 'http://127.0.0.1:9',
        KEYWORD_REPLIES: 'on',
        ERASURE_KEY: 'a key for tests, of sixty-four characters or so, made for nothing',
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      });
    },
    stop: async () => {
      if (!embedded) await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
      thin?.close();
      await embedded?.stop();
    },
  };
}

/**
 * Starts an engine for the tests of a file, or of a `describe`, as `startedInHook` does.
 *
 * @param options.setsEnvironment sets the environment that a handler's own platform reads
 */
export function useEngine({
  setsEnvironment = false,
  ...options
}: NonNullable<Parameters<typeof startEngine>[0]> & { setsEnvironment?: boolean } = {}): TestEngine {
  return startedInHook(
    async () => {
      const engine = await startEngine(options);
      if (setsEnvironment) engine.setEnvironment();
      return engine;
    },
    (engine) => engine.stop(),
  );
}

export async function createDeployedTable(client: DynamoDBClient, tableName: string): Promise<void> {
  await client.send(new CreateTableCommand({ ...TABLE_SHAPE, TableName: tableName }));
  await waitUntilTableExists(
    { client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 30 },
    { TableName: tableName },
  );
}
