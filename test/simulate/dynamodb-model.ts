import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Place } from '../../lib/stack/size';
import {
  CONTACT_INDEX,
  CONTACT_SHARD_PREFIX,
  DUE_INDEX,
  INBOX_PREFIX,
  MESSAGE_INDEX,
  MESSAGES_PREFIX,
  TEXT_INDEX,
  TEXTS_PREFIX,
} from '../../shared/platform/store/keys';
import type { Simulation } from '../fault/harness/simulation';
import { type CpuModel, sizeOf } from './cpu-model';
import type { Limits } from './limits';
import { chargeWhole } from './whole-items';
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

interface Answer {
  Item?: object;
  Items?: object[];
  Responses?: Record<string, object[]>;
}

const READS = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand', 'ScanCommand']);
const FIRST_RETRY_MS = 25;
const KILOBYTES_OF_A_UNIT = 4;
/** Partition-key attribute of each index, and beginnings of its values, whatever a command calls them. */
const INDEXES = {
  [DUE_INDEX]: { attribute: 'gsi1pk', prefixes: ['DUE#'] },
  [CONTACT_INDEX]: { attribute: 'gsi2pk', prefixes: [CONTACT_SHARD_PREFIX, INBOX_PREFIX] },
  [TEXT_INDEX]: { attribute: 'gsi3pk', prefixes: [TEXTS_PREFIX] },
  [MESSAGE_INDEX]: { attribute: 'gsi4pk', prefixes: [MESSAGES_PREFIX] },
};
const INDEX_NAMES = [DUE_INDEX, CONTACT_INDEX, TEXT_INDEX, MESSAGE_INDEX] as const;
const INDEX_PARTITIONS = Object.values(INDEXES).flatMap(({ prefixes }) => prefixes);

/** Usage of DynamoDB, and the calls that it throttled. */
export interface DynamoDbUsage {
  reads: number;
  writes: number;
  calls: number;
  conflicts: number;
  /** Number of throttled calls by the partition key's first word, `table`, or an index such as `index due`. */
  throttled: Map<string, number>;
}

/**
 * Creates a model of DynamoDB's limits in front of a real engine: units by partition key, for table and index, and for
 * the whole table and each whole index; conflicts of concurrent transactions; latency, which grows with what is read. It
 * also makes the retries of the SDK, and takes the processor time of the client, since the service's client is replaced.
 *
 * A call's units are known when it is answered, so the call that empties a partition may overdraw it. So may a write to an
 * index that it does not name: a change of an item that is in the index already.
 */
export function createDynamoDbModel(options: {
  simulation: Simulation;
  send: Send;
  limits: Limits;
  /** Absent: calls take no processor time. */
  cpu?: CpuModel;
  onWritten: (command: Command) => void;
}): {
  client: DynamoDBDocumentClient;
  usage: DynamoDbUsage;
} {
  const { simulation, limits, cpu } = options;
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
    const partition = isRead ? limits.partitionReadsPerSecond : limits.partitionWritesPerSecond;
    const ofPlace = (place: Place) => {
      const { readUnitsPerSecond, writeUnitsPerSecond } = limits.throughput[place];
      return bucket(`${kind} ${nameOf(place)}`, isRead ? readUnitsPerSecond : writeUnitsPerSecond);
    };
    return {
      partitions: partitionsOf(command).map((pk) => ({
        ...{ name: wordOf(pk), bucket: bucket(`${kind} ${pk}`, partition) },
      })),
      places: placesOf(command).map((place) => ({ name: nameOf(place), bucket: ofPlace(place) })),
      ofPlace,
    };
  };

  const attempt = async (command: Command): Promise<object> => {
    usage.calls += 1;
    const keys = isTransaction(command) || isSingleWrite(command) ? itemsOf(command) : [];
    const isInConflict = keys.some((key) => (underTransaction.get(key) ?? 0) > 0);
    // The first transaction to prepare an item holds it; one that is refused there holds nothing.
    const held = isTransaction(command) && !isInConflict ? keys : [];
    for (const key of held) count(underTransaction, key, 1);
    const latencyMs = (cpu?.request(command.input) ?? 0) + latencyOf(command, { simulation, limits });
    let readKilobytes = 0;
    const answered = simulation.call(command.constructor.name, latencyMs, async () => {
      const { partitions, places, ofPlace } = bucketsOf(command);
      const full = [...partitions, ...places].find((one) => !one.bucket.hasAny(nowMs()));
      if (full) {
        count(usage.throttled, full.name, 1);
        throw throttling(command);
      }
      if (isInConflict) {
        usage.conflicts += 1;
        throw conflict(command);
      }
      Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' });
      const answer = (await chargeWhole(options.send)(command).catch((error: unknown) => {
        usage.writes += unitsOfRefusal(error);
        throw error;
      })) as Consumed;
      const consumed = [answer.ConsumedCapacity ?? []].flat();
      const units = sumOf(consumed.map(({ CapacityUnits }) => CapacityUnits));
      if (READS.has(command.constructor.name)) {
        usage.reads += units;
        readKilobytes = kilobytesOf(command, { answer, units });
      } else {
        usage.writes += units;
        options.onWritten(command);
      }
      for (const { bucket: one } of partitions) one.take(units / partitions.length, nowMs());
      let unitsOfIndexes = 0;
      for (const index of INDEX_NAMES) {
        const taken = sumOf(consumed.map(({ GlobalSecondaryIndexes: all }) => all?.[index]?.CapacityUnits));
        if (taken > 0) ofPlace(index).take(taken, nowMs());
        unitsOfIndexes += taken;
      }
      ofPlace('table').take(units - unitsOfIndexes, nowMs());
      return answer;
    });
    // DynamoDB releases the items even if the caller has died meanwhile and gets no answer.
    simulation.after(latencyMs, () => {
      for (const key of held) count(underTransaction, key, -1);
    });
    const answer = await answered;
    const moreKilobytes = readKilobytes - limits.readKilobytesOfMedian;
    if (moreKilobytes > 0) await simulation.sleep(moreKilobytes * limits.readMsPerKilobyte);
    cpu?.decode(answer, countItems(answer));
    return answer;
  };

  const send: Send = async (command) => {
    for (let tries = 1; ; tries++) {
      try {
        return Object.assign(await attempt(command), { $metadata: { attempts: tries } });
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

/** Returns how much a read has to read before it answers: a query what its filter leaves out, too. */
function kilobytesOf(command: Command, { answer, units }: { answer: object; units: number }): number {
  const { name } = command.constructor;
  if (name !== 'QueryCommand' && name !== 'ScanCommand') return sizeOf(answer).kilobytes;
  const { ConsistentRead: isConsistent = false } = command.input as { ConsistentRead?: boolean };
  return units * (isConsistent ? KILOBYTES_OF_A_UNIT : 2 * KILOBYTES_OF_A_UNIT);
}

/** Counts the items in an answer. */
function countItems(answer: object): number {
  const { Item, Items = [], Responses = {} } = answer as Answer;
  const batches = Object.values(Responses).map((items) => items.length);
  return Items.length + (Item === undefined ? 0 : 1) + sumOf(batches);
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
    if (/^:?(?:pk|gsi[1-4]pk)$/.test(name)) found.add(value);
    else if (name.startsWith(':') && INDEX_PARTITIONS.some((prefix) => value.startsWith(prefix)))
      found.add(value);
  });
  return [...found];
}

/** Returns the index that a command reads, or the table; of a write the table and the indexes that it names. */
export function placesOf(command: Command): Place[] {
  const named = new Set<Place>();
  visit(command.input, (name, value) => {
    if (typeof value !== 'string') return;
    for (const index of INDEX_NAMES) {
      const { attribute, prefixes } = INDEXES[index];
      const isNamed =
        name === attribute || value === attribute || prefixes.some((prefix) => value.startsWith(prefix));
      if (isNamed) named.add(index);
    }
  });
  if (!READS.has(command.constructor.name)) return ['table', ...named];
  return named.size > 0 ? [...named] : ['table'];
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

const nameOf = (place: Place) => (place === 'table' ? place : `index ${place}`);

const sumOf = (values: Array<number | undefined>) => values.reduce<number>((sum, one = 0) => sum + one, 0);

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
