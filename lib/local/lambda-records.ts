import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams';
import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import { type EventPattern, matchesEventPattern } from './event-pattern';
import { isRecord } from '../../shared/platform/is-record';
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
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeBinary(inner)]));
  }
  return value;
}

function toEpochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** Message in the form in which Lambda passes it to a function. */
export interface SqsRecord {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: Record<string, string>;
  messageAttributes: Record<string, ReturnType<typeof toAttribute>>;
  md5OfBody: string;
  eventSource: 'aws:sqs';
  eventSourceARN: string;
  awsRegion: string;
}

export function toSqsRecord(message: Message, queueArn: string): SqsRecord {
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, toAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
}

function toAttribute(value: MessageAttributeValue) {
  return {
    ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
    ...(value.BinaryValue !== undefined && {
      binaryValue: Buffer.from(value.BinaryValue).toString('base64'),
    }),
    stringListValues: [],
    binaryListValues: [],
    dataType: value.DataType ?? 'String',
  };
}

/**
 * Reads which items of a batch a function with `ReportBatchItemFailures` reports as failed.
 *
 * An empty answer in any form is a success. A malformed one fails the whole batch, as in Lambda: a repeated item is
 * better than a lost one.
 *
 * @param answer what the function returned
 * @param identifiers of the batch's items
 */
export function readBatchItemFailures(answer: unknown, identifiers: readonly string[]): Set<string> | 'all' {
  const failures = isRecord(answer) ? answer.batchItemFailures : answer;
  if (failures === null || failures === undefined) return new Set();
  if (!isRecord(answer) || !Array.isArray(failures)) return 'all';
  const failed = failures.map((failure: unknown) => isRecord(failure) && failure.itemIdentifier);
  return failed.every((identifier) => identifiers.some((known) => known === identifier))
    ? new Set(failed as string[])
    : 'all';
}
