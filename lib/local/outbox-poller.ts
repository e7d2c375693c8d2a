import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { DUE_INDEX, PARTITIONS } from '../../shared/platform/store/keys';
import type { MovableClock } from './clock';
import { passesFilters, toInsertRecord } from './lambda-records';
import { createPause, type Pause, settleWithinStopTimeout } from './lifecycle';
import type { InvokeFunction, Log, Poller, StreamMapping } from './mappings';
import { createStreamDelivery, type StreamDelivery } from './stream-delivery';

/** Greatest number of keys of a BatchGetItem. */
const ITEMS_PER_READ = 100;
/** Shards of the stream that this replaces: the shards of the `due` index, taken together modulo this. */
const STREAM_SHARDS = 4;
/** First pause without a nudge; it doubles while nothing is found, up to the longest one. */
const IDLE_PAUSE_MS = 200;
/** Delay of what another process writes, such as the operator CLI, when the service has been idle. */
const LONGEST_IDLE_PAUSE_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;
/** Longest pause after nudges without a result: a busy API must not make the engine search for nothing. */
const LONGEST_NUDGED_PAUSE_MS = 100;
const RETRY_AFTER_ERROR_MS = 1_000;

interface OutboxPollerOptions {
  mapping: StreamMapping;
  invoke: InvokeFunction;
  dynamodb: DynamoDBClient;
  tableName: string;
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
}

/**
 * Replaces the table's stream, without which the embedded engine runs: finds outbox items by scans of the `due`
 * index, which has few items here, and passes each to the stream's function once, as an insertion.
 */
export function startOutboxPoller(options: OutboxPollerOptions): Poller & {
  /** Reports that an item may just have been written. */
  nudge(): void;
} {
  const delivery = createStreamDelivery(options);
  const state = { isStopping: false };
  const nextSequenceNumber = createSequence(options.clock.now());
  const partitions = Array.from({ length: STREAM_SHARDS }, (_, shard) => {
    const pause = createPause();
    const partition: Partition = { shard, pause, handedOver: new Set(), nextSequenceNumber };
    return { pause, watching: watchPartition({ ...options, delivery, state, partition }) };
  });
  const nudge = () => partitions.forEach(({ pause }) => pause.wake());
  const endListening = options.clock.onAdvance(nudge);

  return {
    nudge,
    stop: async () => {
      state.isStopping = true;
      endListening();
      delivery.stop();
      nudge();
      await settleWithinStopTimeout(partitions.map(({ watching }) => watching));
    },
  };
}

interface Partition {
  shard: number;
  pause: Pause;
  /** Partition keys of the items that were handed over, only those that the last round still found. */
  handedOver: Set<string>;
  nextSequenceNumber: () => string;
}

interface Watch extends OutboxPollerOptions {
  delivery: StreamDelivery;
  state: { isStopping: boolean };
  partition: Partition;
}

async function watchPartition(watch: Watch): Promise<void> {
  const { partition, state, log, mapping } = watch;
  let nudgedInVain = 0;
  let idleRounds = 0;
  while (!state.isStopping) {
    try {
      if (await runRound(watch)) {
        nudgedInVain = 0;
        idleRounds = 0;
        continue;
      }
    } catch (error) {
      if (state.isStopping) return;
      log.error('Cannot read the outbox', error, { mapping: mapping.logicalId });
      await partition.pause.sleep(RETRY_AFTER_ERROR_MS);
    }
    const shortestMs = Math.min(LONGEST_NUDGED_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** nudgedInVain);
    await new Promise((resolve) => setTimeout(resolve, shortestMs));
    const idleMs = Math.min(LONGEST_IDLE_PAUSE_MS, IDLE_PAUSE_MS * 2 ** idleRounds);
    const isNudged = await partition.pause.sleep(idleMs - shortestMs);
    nudgedInVain = isNudged ? nudgedInVain + 1 : 0;
    idleRounds = isNudged ? 0 : idleRounds + 1;
  }
}

/** Goes through the items of the shard once. @returns true when there was something to hand over */
async function runRound({ partition, delivery, state, ...options }: Watch): Promise<boolean> {
  const keys = await findKeys(options, partition.shard);
  const found = new Set(keys.map(({ pk }) => pk?.S ?? ''));
  for (const pk of partition.handedOver) if (!found.has(pk)) partition.handedOver.delete(pk);
  const fresh = keys.filter(({ pk }) => !partition.handedOver.has(pk?.S ?? ''));
  for (let start = 0; start < fresh.length; start += ITEMS_PER_READ) {
    const page = fresh.slice(start, start + ITEMS_PER_READ);
    const records = (await readItems(options, page))
      .map((item) =>
        toInsertRecord({
          item,
          sequenceNumber: partition.nextSequenceNumber(),
          insertedAt: options.clock.now(),
          streamArn: options.mapping.streamArn,
        }),
      )
      .filter((record) => passesFilters(record, options.mapping.filters));
    if (records.length > 0) await delivery.deliver(`outbox-${partition.shard}`, records);
    if (state.isStopping) return false;
    for (const { pk } of page) partition.handedOver.add(pk?.S ?? '');
  }
  return fresh.length > 0;
}

type Attributes = Record<string, AttributeValue>;
type EngineTable = Pick<OutboxPollerOptions, 'dynamodb' | 'tableName'>;

/** Finds the keys of the outbox items in a shard, the oldest first. */
async function findKeys({ dynamodb, tableName }: EngineTable, shard: number): Promise<Attributes[]> {
  const found: Attributes[] = [];
  let startKey: Attributes | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey: lastKey } = await dynamodb.send(
      new ScanCommand({
        TableName: tableName,
        IndexName: DUE_INDEX,
        FilterExpression: 'begins_with(pk, :outbox)',
        ExpressionAttributeValues: { ':outbox': { S: PARTITIONS.outbox } },
        ExclusiveStartKey: startKey,
      }),
    );
    found.push(...items.filter(({ gsi1pk }) => shardOf(gsi1pk) === shard));
    startKey = lastKey;
  } while (startKey !== undefined);
  return found.sort((a, b) => ((a.gsi1sk?.S ?? '') < (b.gsi1sk?.S ?? '') ? -1 : 1));
}

const shardOf = (gsi1pk: AttributeValue | undefined) => Number(gsi1pk?.S?.split('#')[2]) % STREAM_SHARDS;

/** Reads items in the order of their keys, without those that are gone. */
async function readItems({ dynamodb, tableName }: EngineTable, keys: Attributes[]): Promise<Attributes[]> {
  const Keys = keys.map(({ pk, sk }) => ({ pk, sk }) as Attributes);
  const { Responses: tables = {} } = await dynamodb.send(
    new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
  );
  const items = new Map((tables[tableName] ?? []).map((item) => [item.pk?.S, item]));
  return keys.map(({ pk }) => items.get(pk?.S)).filter((item) => item !== undefined);
}

/** Returns a sequence of growing numbers, over restarts too, with the length of a stream's. */
function createSequence(startedAt: Date): () => string {
  let count = 0;
  const start = startedAt.getTime();
  return () => `${start}${String(++count).padStart(10, '0')}`;
}
