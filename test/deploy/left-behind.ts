import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Resources by logical id, each as CloudFormation identifies one of its type: what `cdk import` is given. */
export type ResourceMapping = Record<string, Record<string, string>>;

/**
 * Finds the tables, queues and buckets that a stack has left behind. CloudFormation names each by the stack and its
 * logical id, a bucket in lower case.
 */
export async function findLeftBehind(stack: string): Promise<ResourceMapping> {
  const { TableNames: tables = [] } = await new DynamoDBClient({}).send(new ListTablesCommand({}));
  const { QueueUrls: queues = [] } = await new SQSClient({}).send(new ListQueuesCommand({}));
  const { Buckets: buckets = [] } = await new S3Client({}).send(new ListBucketsCommand({}));
  const all = [
    ...tables.map((name) => [name, { TableName: name }] as const),
    ...queues.map((url) => [url.slice(url.lastIndexOf('/') + 1), { QueueUrl: url }] as const),
    ...buckets.map(({ Name: name = '' }) => [name, { BucketName: name }] as const),
  ];
  return Object.fromEntries(
    all.flatMap(([name, identifier]) => {
      const [, logicalId] = new RegExp(`^${stack}-([a-z0-9]+)-`, 'i').exec(name) ?? [];
      return logicalId === undefined ? [] : [[logicalId, { ...identifier }]];
    }),
  );
}
