import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CONTACT_SHARD_PREFIX } from '../../shared/platform/store/keys';
import type { Simulation } from '../fault/harness/simulation';
import type { Limits } from './limits';
import { drawLatency } from './latency';
import { TokenBucket } from './token-bucket';

type Command = { input: object; constructor: { name: string } };
type Send = (command: Command) => Promise<unknown>;
interface Capacity {
  CapacityUnits?: number;
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}
interface Consumed {
  ConsumedCapacity?: Capacity | Capacity[];
}

const READS = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand']);
const FIRST_RETRY_MS = 25;
/** Beginnings of the partition keys of the indexes, whatever a command calls them. */
const INDEX_PARTITIONS = ['DUE#', CONTACT_SHARD_PREFIX];

/** Usage of DynamoDB, and the calls that it throttled. */
export interface DynamoDbUsage {
  reads: number;
  writes: number;
  calls: number;
  conflicts: number;
  /** Number of throttled calls by the partition key's first word, and `table`. */
  throttled: Map<string, number>;
}

/**
 * Creates a model of DynamoDB's limits in front of a real engine: units by partition key, for table and index, and for
 * the whole table; conflicts of concurrent transactions; latency. It also makes the retries of the SDK, since the
 * service's client is replaced.
 *
 * A call's units are known when it is answered, so the call that empties a partition may overdraw it.
 */
export function createDynamoDbModel(options: {
  simulation: Simulation;
  send: Send;
  limits: Limits;
  onWritten: (command: Command) => void;
}): {
  client: DynamoDBDocumentClient;
  usage: DynamoDbUsage;
} {
  const { simulation, limits } = options;
  const usage: DynamoDbUsage = { reads: 0, writes: 0, calls: 0, conflicts: 0, throttled: new Map() };
  const buckets = new Map<string, TokenBucket>();
  const underTransaction = new Map<string, number>();
  const nowMs = () => simulation.elapsed;
  const bucket = (name: string, perSecond: number) => {
    const found = buckets.get(name) ?? new TokenBucket(perSecond);
    buckets.set(name, found);
    return found;
  };
  const bucketsOf = (command: Command) => {
    const isRead = READS.has(command.constructor.name);
    const kind = isRead ? 'read' : 'write';
    const { partition, table } = isRead
      ? { partition: limits.partitionReadsPerSecond, table: limits.tableReadsPerSecond }
      : { partition: limits.partitionWritesPerSecond, table: limits.tableWritesPerSecond };
    return {
      partitions: partitionsOf(command).map((pk) => ({ pk, bucket: bucket(`${kind} ${pk}`, partition) })),
      table: bucket(kind, table),
    };
  };

  const attempt = async (command: Command): Promise<unknown> => {
    usage.calls += 1;
    const keys = isTransaction(command) || isSingleWrite(command) ? itemsOf(command) : [];
    const isInConflict = keys.some((key) => (underTransaction.get(key) ?? 0) > 0);
    // The first transaction to prepare an item holds it; one that is refused there holds nothing.
    const held = isTransaction(command) && !isInConflict ? keys : [];
    for (const key of held) count(underTransaction, key, 1);
    const latencyMs = latencyOf(command, { simulation, limits });
    const answered = simulation.call(command.constructor.name, latencyMs, async () => {
      const { partitions, table } = bucketsOf(command);
      const hot = partitions.find((one) => !one.bucket.hasAny(nowMs()));
      if (hot || !table.hasAny(nowMs())) {
        count(usage.throttled, hot ? wordOf(hot.pk) : 'table', 1);
        throw throttling(command);
      }
      if (isInConflict) {
        usage.conflicts += 1;
        throw conflict(command);
      }
      Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' });
      const answer = (await options.send(command).catch((error: unknown) => {
        usage.writes += unitsOfRefusal(error);
        throw error;
      })) as Consumed;
      const units = [answer.ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
      if (READS.has(command.constructor.name)) usage.reads += units;
      else {
        usage.writes += units;
        options.onWritten(command);
      }
      for (const { bucket: one } of partitions) one.take(units / partitions.length, nowMs());
      table.take(units, nowMs());
      return answer;
    });
    // DynamoDB releases the items even if the caller has died meanwhile and gets no answer.
    simulation.after(latencyMs, () => {
      for (const key of held) count(underTransaction, key, -1);
    });
    return answered;
  };

  const send: Send = async (command) => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(command);
      } catch (error) {
        if (!(error instanceof ProvisionedThroughputExceededException) || tries >= limits.sdkAttempts)
          throw error;
        await simulation.sleep(simulation.random() * FIRST_RETRY_MS * 2 ** tries);
      }
    }
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, usage };
}

/** Units of a refused write. It costs as much as the write, but its answer does not contain the number. */
const unitsOfRefusal = (error: unknown) => (error instanceof ConditionalCheckFailedException ? 1 : 0);

const isTransaction = ({ constructor }: Command) => constructor.name === 'TransactWriteCommand';
const isSingleWrite = ({ constructor }: Command) =>
  ['PutCommand', 'UpdateCommand', 'DeleteCommand'].includes(constructor.name);

function latencyOf(
  command: Command,
  { simulation, limits }: { simulation: Simulation; limits: Limits },
): number {
  const { random } = simulation;
  if (isTransaction(command)) {
    return drawLatency(random, { medianMs: limits.transactionMedianMs, p99Ms: limits.transactionP99Ms });
  }
  return READS.has(command.constructor.name)
    ? drawLatency(random, { medianMs: limits.readMedianMs, p99Ms: limits.readP99Ms })
    : drawLatency(random, { medianMs: limits.writeMedianMs, p99Ms: limits.writeP99Ms });
}

function throttling(command: Command): Error {
  if (isTransaction(command)) return cancelled(command, 'ThrottlingError');
  return new ProvisionedThroughputExceededException({ message: 'Simulated', $metadata: {} });
}

function conflict(command: Command): Error {
  if (isTransaction(command)) return cancelled(command, 'TransactionConflict');
  return new TransactionConflictException({ message: 'Simulated', $metadata: {} });
}

function cancelled(command: Command, code: string): Error {
  const { TransactItems: items = [] } = command.input as { TransactItems?: object[] };
  return new TransactionCanceledException({
    $metadata: {},
    message: 'Simulated',
    CancellationReasons: items.map((_, index) => ({ Code: index === 0 ? code : 'None' })),
  });
}

/** Returns the partition keys of table and index that a command names. */
export function partitionsOf(command: { input: object }): string[] {
  const found = new Set<string>();
  visit(command.input, (name, value) => {
    if (typeof value !== 'string') return;
    if (name === 'pk' || name === 'gsi1pk' || /^:(?:pk|gsi1pk)$/.test(name)) found.add(value);
    else if (name.startsWith(':') && INDEX_PARTITIONS.some((prefix) => value.startsWith(prefix)))
      found.add(value);
  });
  return [...found];
}

/** Returns the keys of the items that a command writes or checks. */
function itemsOf(command: Command): string[] {
  const keys = new Set<string>();
  visit(command.input, (_, value) => {
    if (typeof value !== 'object' || value === null) return;
    const { pk, sk } = value as { pk?: unknown; sk?: unknown };
    if (typeof pk === 'string' && typeof sk === 'string') keys.add(`${pk}\n${sk}`);
  });
  return [...keys];
}

function visit(value: unknown, see: (name: string, value: unknown) => void, name = ''): void {
  see(name, value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [inner, one] of Object.entries(value)) visit(one, see, inner);
}

const wordOf = (pk: string) =>
  pk
    .split('#')
    .slice(0, pk.startsWith('DUE#') ? 2 : 1)
    .join('#');

function count(counts: Map<string, number>, key: string, by: number): void {
  const value = (counts.get(key) ?? 0) + by;
  if (value === 0) counts.delete(key);
  else counts.set(key, value);
}
