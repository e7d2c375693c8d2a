import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';

/** The item of a stream record as it is after the change. */
export function readStreamImage(record: DynamoDBRecord): Record<string, unknown> {
  return unmarshall((record.dynamodb?.NewImage ?? {}) as Parameters<typeof unmarshall>[0]);
}
