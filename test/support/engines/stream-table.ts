import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { startEngine } from '../../../lib/local/engine';
import { TABLE_SHAPE } from './table-shape';

export interface StreamTable {
  name: string;
  /** Absent when the table has no stream. */
  streamArn: string | undefined;
  client: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  stop(): Promise<void>;
}

/** Starts an embedded engine in memory with a table of the deployed shape, with or without its stream. */
export async function startStreamTable(options: { hasStream: boolean }): Promise<StreamTable> {
  const engine = await startEngine({ rootDir: process.cwd(), onExit: () => undefined });
  const shared = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const client = new DynamoDBClient(shared);
  const streams = new DynamoDBStreamsClient(shared);
  const name = 'StreamTable';
  const { TableDescription: description } = await client.send(
    new CreateTableCommand({
      ...TABLE_SHAPE,
      TableName: name,
      ...(options.hasStream && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const },
      }),
    }),
  );
  return {
    name,
    streamArn: description?.LatestStreamArn,
    client,
    streams,
    stop: async () => {
      client.destroy();
      streams.destroy();
      await engine.stop();
    },
  };
}
