import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams';
import { type EventPattern, matchesEventPattern } from './event-pattern';
import { LOCAL_REGION } from './template';

/** Item in a stream record, in which binary values are Base64 texts. */
type StreamImage = Record<string, unknown>;

/** Change of the table in the form in which Lambda passes it to a function. */
export interface StreamRecord {
  eventID: string;
  eventName: string;
  eventVersion: string;
  eventSource: 'aws:dynamodb';
  awsRegion: string;
  eventSourceARN: string;
  dynamodb: {
    ApproximateCreationDateTime: number;
    Keys: StreamImage;
    NewImage?: StreamImage;
    OldImage?: StreamImage;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: string;
  };
}

type Item = Record<string, AttributeValue>;

/** Builds the record that a table's stream would contain for the insertion of an item. */
export function toInsertRecord(options: {
  item: Item;
  sequenceNumber: string;
  insertedAt: Date;
  streamArn: string;
}): StreamRecord {
  const { item } = options;
  const newImage = toStreamImage(item);
  return {
    eventID: options.sequenceNumber,
    eventName: 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    eventSourceARN: options.streamArn,
    dynamodb: {
      ApproximateCreationDateTime: toEpochSeconds(options.insertedAt),
      Keys: { pk: newImage.pk, sk: newImage.sk },
      NewImage: newImage,
      SequenceNumber: options.sequenceNumber,
      SizeBytes: Buffer.byteLength(JSON.stringify(newImage)),
      StreamViewType: 'NEW_IMAGE',
    },
  };
}

/** Converts a record that the SDK has read from a stream. */
export function toStreamRecord(source: SourceRecord, streamArn: string): StreamRecord {
  const { dynamodb: change = {} } = source;
  return {
    eventID: source.eventID ?? '',
    eventName: source.eventName ?? '',
    eventVersion: source.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: LOCAL_REGION,
    eventSourceARN: streamArn,
    dynamodb: {
      ApproximateCreationDateTime: toEpochSeconds(change.ApproximateCreationDateTime ?? new Date(0)),
      Keys: toStreamImage(change.Keys ?? {}),
      ...(change.NewImage && { NewImage: toStreamImage(change.NewImage) }),
      ...(change.OldImage && { OldImage: toStreamImage(change.OldImage) }),
      SequenceNumber: change.SequenceNumber ?? '',
      SizeBytes: change.SizeBytes ?? 0,
      StreamViewType: change.StreamViewType ?? '',
    },
  };
}

/** Returns true when a filter matches the record, or when there are no filters. */
export function passesFilters(record: StreamRecord, filters: readonly EventPattern[]): boolean {
  return filters.length === 0 || filters.some((filter) => matchesEventPattern(filter, record));
}

function toStreamImage(item: Item): StreamImage {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, encodeBinary(value)]));
}

function encodeBinary(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(encodeBinary);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeBinary(inner)]));
  }
  return value;
}

function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
