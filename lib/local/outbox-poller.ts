import { type AttributeValue, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { DUE_INDEX, duePk, dueShardsOf } from '../../shared/platform/store/keys';
import type { MovableClock } from './clock';
import { passesFilters, toInsertRecord } from './lambda-records';
import { createPause, type Pause, settleWithinStopTimeout } from './lifecycle';
import type { InvokeFunction, Log, Poller, StreamMapping } from './mappings';
import { createStreamDelivery, type StreamDelivery } from './stream-delivery';

const ITEMS_PER_PAGE = 200;
/** Time after which an item that still exists is handed over again: the function may have crashed. */
const HAND_OVER_AGAIN_AFTER_MS = 60_000;
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
 * Replaces the table's stream, without which the embedded engine runs: finds outbox items through the `due` index and
 * passes them to the stream's function as insertions. Each partition of the index serves as a shard.
 */
export function startOutboxPoller(options: OutboxPollerOptions): Poller & {
  /** Reports that an item may just have been written. */
  nudge(): void;
} {
  const delivery = createStreamDelivery(options);
  const state = { isStopping: false };
  const nextSequenceNumber = createSequence(options.clock.now());
  const partitions = Array.from({ length: dueShardsOf('OUTBOX') }, (_, shard) => {
    const pause = createPause();
    const partition: Partition = { shard, pause, handedOverAt: new Map(), nextSequenceNumber };
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
  /** Time of each hand-over by `pk`, only for items that the last round still found. */
  handedOverAt: Map<string, number>;
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

/** Goes through the whole partition once. @returns true when there was something to hand over */
async function runRound({ partition, delivery, state, ...options }: Watch): Promise<boolean> {
  const seen = new Set<string>();
  let hasFound = false;
  for await (const page of queryPages(options, duePk('OUTBOX', partition.shard))) {
    const nowMs = options.clock.now().getTime();
    const fresh = page.filter(({ pk }) => {
      const key = pk?.S ?? '';
      seen.add(key);
      const handedOverAt = partition.handedOverAt.get(key);
      return handedOverAt === undefined || nowMs - handedOverAt >= HAND_OVER_AGAIN_AFTER_MS;
    });
    const records = fresh
      .map((item) =>
        toInsertRecord({
          item,
          sequenceNumber: partition.nextSequenceNumber(),
          insertedAt: new Date(nowMs),
          streamArn: options.mapping.streamArn,
        }),
      )
      .filter((record) => passesFilters(record, options.mapping.filters));
    if (records.length > 0) {
      hasFound = true;
      await delivery.deliver(`outbox-${partition.shard}`, records);
    }
    if (state.isStopping) return false;
    const deliveredMs = options.clock.now().getTime();
    for (const { pk } of fresh) partition.handedOverAt.set(pk?.S ?? '', deliveredMs);
  }
  for (const key of partition.handedOverAt.keys()) {
    if (!seen.has(key)) partition.handedOverAt.delete(key);
  }
  return hasFound;
}

async function* queryPages(
  { dynamodb, tableName }: Pick<OutboxPollerOptions, 'dynamodb' | 'tableName'>,
  partitionKey: string,
): AsyncGenerator<Array<Record<string, AttributeValue>>> {
  let startKey: Record<string, AttributeValue> | undefined;
  do {
    const { Items: items = [], LastEvaluatedKey: lastKey } = await dynamodb.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: partitionKey } },
        Limit: ITEMS_PER_PAGE,
        ExclusiveStartKey: startKey,
      }),
    );
    if (items.length > 0) yield items;
    startKey = lastKey;
  } while (startKey !== undefined);
}

/** Returns a sequence of growing numbers, over restarts too, with the length of a stream's. */
function createSequence(startedAt: Date): () => string {
  let count = 0;
  const start = startedAt.getTime();
  return () => `${start}${String(++count).padStart(10, '0')}`;
}
