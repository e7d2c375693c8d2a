import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { LOCAL_REGION } from './template';

/** The local cloud's own clients. Nothing checks the credentials, but the SDK wants some. */
export function createClients(urls: { dynamodbUrl: string; cloudUrl: string }) {
  const shared = {
    region: LOCAL_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  return {
    dynamodb: new DynamoDBClient({ ...shared, endpoint: urls.dynamodbUrl }),
    streams: new DynamoDBStreamsClient({ ...shared, endpoint: urls.dynamodbUrl }),
    sqs: new SQSClient({ ...shared, endpoint: urls.cloudUrl }),
    sns: new SNSClient({ ...shared, endpoint: urls.cloudUrl }),
  };
}
