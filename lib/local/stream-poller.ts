import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type ShardIteratorType,
} from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { createPause, type Pause, settleWithinStopTimeout } from './background';
import type { MovableClock } from './clock';
import type { InvokeFunction, Log, Poller, StreamMapping } from './mappings';
import { createStreamDelivery, type StreamDelivery } from './stream-delivery';
import { passesFilters, toStreamRecord } from './stream-records';

const IDLE_PAUSE_MS = 100;
/** Interval of the search for new shards, which appear when old ones close, every few hours. */
const LOOK_FOR_SHARDS_EVERY_MS = 1_000;
const RETRY_AFTER_ERROR_MS = 1_000;

interface StreamPollerOptions {
  mapping: StreamMapping;
  invoke: InvokeFunction;
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  streamArn: string;
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
}

/** Feeds a function from the real stream of the table: each shard in order, a child after its parent. */
export function startStreamPoller(options: StreamPollerOptions): Poller {
  const { streamArn, log, mapping } = options;
  const delivery = createStreamDelivery({ ...options, mapping: { ...mapping, streamArn } });
  const state = { isStopping: false };
  const pauses = new Set<Pause>();
  const shardReaders = new Map<string, Promise<void>>();
  const finishedShards = new Set<string>();

  const newPause = (): Pause => {
    const pause = createPause();
    pauses.add(pause);
    return pause;
  };

  const startReaders = (shards: Shard[]): void => {
    const shardIds = new Set(shards.map(({ ShardId }) => ShardId));
    for (const { ShardId: shardId, ParentShardId: parentId } of shards) {
      if (shardId === undefined || shardReaders.has(shardId)) continue;
      // A parent that the stream no longer lists was trimmed, so there is nothing to wait for.
      if (parentId !== undefined && shardIds.has(parentId) && !finishedShards.has(parentId)) continue;
      const pause = newPause();
      const reading = readShard({ ...options, delivery, state, pause, shardId }).then(() => {
        pauses.delete(pause);
        if (!state.isStopping) finishedShards.add(shardId);
      });
      shardReaders.set(shardId, reading);
    }
  };

  const watch = async (): Promise<void> => {
    const pause = newPause();
    while (!state.isStopping) {
      try {
        startReaders(await listShards(options));
      } catch (error) {
        log.error('Cannot list the shards of the stream', error, { mapping: mapping.logicalId });
      }
      await pause.sleep(LOOK_FOR_SHARDS_EVERY_MS);
    }
  };
  const watching = watch();
  const wakeAll = () => pauses.forEach((pause) => pause.wake());
  const endListening = options.clock.onAdvance(wakeAll);

  return {
    stop: async () => {
      state.isStopping = true;
      endListening();
      delivery.stop();
      wakeAll();
      await settleWithinStopTimeout([watching, ...shardReaders.values()]);
    },
  };
}

async function listShards({ streams, streamArn }: StreamPollerOptions): Promise<Shard[]> {
  const shards: Shard[] = [];
  let lastShardId: string | undefined;
  do {
    const { StreamDescription: description } = await streams.send(
      new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: lastShardId }),
    );
    shards.push(...(description?.Shards ?? []));
    lastShardId = description?.LastEvaluatedShardId;
  } while (lastShardId !== undefined);
  return shards;
}

interface ShardReader extends StreamPollerOptions {
  delivery: StreamDelivery;
  state: { isStopping: boolean };
  pause: Pause;
  shardId: string;
}

/** Reads a shard. Ends when it is closed and read to its end. */
async function readShard(reader: ShardReader): Promise<void> {
  const { delivery, state, pause, mapping, streamArn, shardId, log } = reader;
  let lastSequenceNumber: string | undefined;
  let iterator: string | undefined;
  while (!state.isStopping) {
    try {
      iterator ??= await openShard(reader, lastSequenceNumber);
      const { Records: sources = [], NextShardIterator: next } = await reader.streams.send(
        new GetRecordsCommand({ ShardIterator: iterator }),
      );
      const records = sources
        .map((source) => toStreamRecord(source, streamArn))
        .filter((record) => passesFilters(record, mapping.filters));
      await delivery.deliver(shardId, records);
      lastSequenceNumber = sources.at(-1)?.dynamodb?.SequenceNumber ?? lastSequenceNumber;
      if (next === undefined) return;
      iterator = next;
      if (sources.length === 0) await pause.sleep(IDLE_PAUSE_MS);
    } catch (error) {
      if (state.isStopping) return;
      if (isTrimmed(error)) lastSequenceNumber = undefined;
      if (!isExpired(error)) log.error('Cannot read the stream', error, { mapping: mapping.logicalId });
      // Iterators expire within minutes: a new one begins after the last processed record.
      iterator = undefined;
      await pause.sleep(RETRY_AFTER_ERROR_MS);
    }
  }
}

async function openShard(
  { streams, streamArn, shardId, mapping }: ShardReader,
  lastSequenceNumber: string | undefined,
): Promise<string | undefined> {
  const type: ShardIteratorType =
    lastSequenceNumber === undefined ? mapping.startingPosition : 'AFTER_SEQUENCE_NUMBER';
  const { ShardIterator: iterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ShardIteratorType: type,
      SequenceNumber: lastSequenceNumber,
    }),
  );
  return iterator;
}

function isExpired(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExpiredIteratorException';
}

function isTrimmed(error: unknown): boolean {
  return error instanceof Error && error.name === 'TrimmedDataAccessException';
}
