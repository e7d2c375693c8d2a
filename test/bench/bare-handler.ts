import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));

/** Smallest possible handler of this kind: the floor for the load times of bundles. */
export const handler = async (event: { pk: string; sk: string }) =>
  client.send(new GetCommand({ TableName: 'Table', Key: event }));
