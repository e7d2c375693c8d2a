import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { LocalCredentials } from './credentials';
import { LOCAL_REGION } from './template';

/** Creates the local cloud's own clients. */
export function createClients(options: {
  dynamodbUrl: string;
  cloudUrl: string;
  credentials: LocalCredentials;
}) {
  const shared = {
    region: LOCAL_REGION,
    credentials: options.credentials,
  };
  return {
    dynamodb: new DynamoDBClient({ ...shared, endpoint: options.dynamodbUrl }),
    streams: new DynamoDBStreamsClient({ ...shared, endpoint: options.dynamodbUrl }),
    sqs: new SQSClient({ ...shared, endpoint: options.cloudUrl }),
    sns: new SNSClient({ ...shared, endpoint: options.cloudUrl }),
  };
}
