import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './item';

/** Returns the item of a stream record as it is after the change. */
export function readStreamImage(record: DynamoDBRecord): Item {
  return unmarshall((record.dynamodb?.NewImage ?? {}) as Parameters<typeof unmarshall>[0]) as Item;
}
