import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { MovableClock } from './clock';
import { passesFilters, toStreamRecord } from './lambda-records';
import { createPause, settleWithinStopTimeout } from './lifecycle';
import type { InvokeFunction, Log, Poller, StreamMapping } from './mappings';
import { createStreamDelivery } from './stream-delivery';

const IDLE_PAUSE_MS = 100;
/** Interval of the search for shards while none is open. */
const LOOK_FOR_FIRST_SHARD_EVERY_MS = 1_000;
/** Interval of the search while one is: a new one appears when another closes, which the poller sees at once. */
const LOOK_FOR_SHARDS_EVERY_MS = 15_000;
const RETRY_AFTER_ERROR_MS = 1_000;

interface StreamPollerOptions {
  mapping: StreamMapping;
  invoke: InvokeFunction;
  streams: DynamoDBStreamsClient;
  streamArn: string;
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
}

/** Place in a shard. */
interface Position {
  iterator: string | undefined;
  /** Absent: nothing was read yet. */
  lastSequenceNumber?: string | undefined;
}

/** Feeds a function from the real stream of the table: one shard after the other, a child after its parent. */
export function startStreamPoller(options: StreamPollerOptions): Poller {
  const { streams, streamArn, log, mapping } = options;
  const delivery = createStreamDelivery({ ...options, mapping: { ...mapping, streamArn } });
  const pause = createPause();
  const positions = new Map<string, Position>();
  const finished = new Set<string>();
  let shards: Shard[] = [];
  let listedMs = -Infinity;
  let isStopping = false;

  /** @returns true when there were records */
  const readOnce = async (shardId: string): Promise<boolean> => {
    const position: Position = positions.get(shardId) ?? { iterator: undefined };
    positions.set(shardId, position);
    const { iterator, lastSequenceNumber } = position;
    // An iterator that is older than some minutes is refused; the next one begins after the last processed record.
    position.iterator = undefined;
    const { Records: sources = [], NextShardIterator: next } = await streams.send(
      new GetRecordsCommand({
        ShardIterator: iterator ?? (await openShard(options, { shardId, lastSequenceNumber })),
      }),
    );
    const records = sources
      .map((source) => toStreamRecord(source, streamArn))
      .filter((record) => passesFilters(record, mapping.filters));
    await delivery.deliver(shardId, records);
    if (next === undefined) {
      finished.add(shardId);
      listedMs = -Infinity;
    }
    positions.set(shardId, {
      iterator: next,
      lastSequenceNumber: sources.at(-1)?.dynamodb?.SequenceNumber ?? lastSequenceNumber,
    });
    return sources.length > 0;
  };

  const readAll = async (): Promise<boolean> => {
    const isNoneOpen = shards.every(({ ShardId: id = '' }) => finished.has(id));
    const intervalMs = isNoneOpen ? LOOK_FOR_FIRST_SHARD_EVERY_MS : LOOK_FOR_SHARDS_EVERY_MS;
    if (performance.now() - listedMs >= intervalMs) {
      shards = await listShards(options);
      listedMs = performance.now();
    }
    const shardIds = new Set(shards.map(({ ShardId }) => ShardId));
    let hasRead = false;
    for (const { ShardId: shardId = '', ParentShardId: parentId } of shards) {
      // A parent that the stream no longer lists was trimmed, so there is nothing to wait for.
      const isWaiting = parentId !== undefined && shardIds.has(parentId) && !finished.has(parentId);
      if (isStopping || isWaiting || finished.has(shardId)) continue;
      if (await readOnce(shardId)) hasRead = true;
    }
    return hasRead;
  };

  const watch = async (): Promise<void> => {
    while (!isStopping) {
      try {
        if (!(await readAll())) await pause.sleep(IDLE_PAUSE_MS);
      } catch (error) {
        if (isStopping) return;
        const { name } = error as Error;
        if (name === 'TrimmedDataAccessException') positions.clear();
        if (name === 'ExpiredIteratorException') continue;
        log.error('Cannot read the stream', error, { mapping: mapping.logicalId });
        await pause.sleep(RETRY_AFTER_ERROR_MS);
      }
    }
  };
  const watching = watch();
  const endListening = options.clock.onAdvance(() => pause.wake());

  return {
    stop: async () => {
      isStopping = true;
      endListening();
      delivery.stop();
      pause.wake();
      await settleWithinStopTimeout([watching]);
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

async function openShard(
  { streams, streamArn, mapping }: StreamPollerOptions,
  { shardId, lastSequenceNumber }: { shardId: string; lastSequenceNumber: string | undefined },
): Promise<string | undefined> {
  const { ShardIterator: iterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ShardIteratorType:
        lastSequenceNumber === undefined ? mapping.startingPosition : 'AFTER_SEQUENCE_NUMBER',
      SequenceNumber: lastSequenceNumber,
    }),
  );
  return iterator;
}
