import { CONTACT_INDEX, DUE_INDEX, MESSAGE_INDEX, TEXT_INDEX } from '../../shared/platform/store/keys';
import { QUEUE_WORKERS, settingsOf, workerSettingsOf } from './function-settings';

/** Values that the size of a deployment sets together. */
export interface Size {
  /** Requests per second of all accounts together to a route, unless `requestsPerSecond` sets them. */
  requestsPerSecond: number;
  /** Events per second on the bus: one for each text that is sent. */
  eventsPerSecond: number;
  /** Limit of concurrent invocations of each worker, which overrides its own settings; absent: those alone apply. */
  mostConcurrency?: number;
  /** Factor of the concurrent invocations in the settings of a queue's worker. */
  concurrencyFactor: number;
  /** Concurrency of the AWS account that the size is made for; absent: more than all workers together take. */
  madeForConcurrency?: number;
  /**
   * Read units, and as many write units, per second for which the table is warm before it has grown, unless
   * `tableUnitsPerSecond` sets them; absent: as a new table. With AWS's default quota 40,000 at most.
   */
  tableUnitsPerSecond?: number;
}

/**
 * - `small`: an AWS account with a Lambda concurrency of 10. Two concurrent invocations for each worker, except for
 *   inbound texts: a STOP is received whatever else is under way.
 * - `large`: thousands of single sends a second, each of them twelve write units, and broadcasts of 10,000 a second, with
 *   DynamoDB's default quotas.
 */
export const SIZES = {
  small: {
    ...{ requestsPerSecond: 50, eventsPerSecond: 50 },
    ...{ mostConcurrency: 2, concurrencyFactor: 1, madeForConcurrency: 10 },
  },
  standard: { requestsPerSecond: 1_000, eventsPerSecond: 1_000, concurrencyFactor: 1 },
  large: {
    requestsPerSecond: 5_000,
    eventsPerSecond: 10_000,
    concurrencyFactor: 10,
    tableUnitsPerSecond: 40_000,
  },
} as const satisfies Record<string, Size>;
export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as SizeName[];

/** Lambda's own limit of an event source. */
const MOST_OF_AN_EVENT_SOURCE = 1_000;
const INTAKE = 'functions/workers/receive-inbound.ts';
const RELAY = 'functions/workers/outbox-relay.ts';

/** Returns the concurrent invocations that the event source of a worker may make. */
export function concurrencyOf(
  { entry, maxConcurrency }: { entry: string; maxConcurrency: number },
  name: SizeName,
): number {
  const { concurrencyFactor, mostConcurrency = MOST_OF_AN_EVENT_SOURCE }: Size = SIZES[name];
  if (entry === INTAKE) return maxConcurrency;
  return Math.min(mostConcurrency, concurrencyFactor * maxConcurrency);
}

/** Returns the least concurrency that the AWS account must have: with less, workers leave no room for requests. */
export function leastConcurrency(name: SizeName): number {
  const { madeForConcurrency }: Size = SIZES[name];
  const workers = QUEUE_WORKERS.map((entry) => concurrencyOf({ entry, ...workerSettingsOf(entry) }, name));
  return madeForConcurrency ?? workers.reduce((sum, atOnce) => sum + atOnce, 0) + 1;
}

/** Write units per second of a partition of the table. The stream has a shard for each partition. */
const PARTITION_WRITE_UNITS_PER_SECOND = 1_000;

/** Returns the number of shards that the stream of a table has which is warm for so many units. */
export const streamShardsOf = (tableUnitsPerSecond: number) =>
  Math.ceil(tableUnitsPerSecond / PARTITION_WRITE_UNITS_PER_SECOND);

/**
 * Returns the concurrency that is reserved for a function in a stack of this size; absent: none. The relay may be called
 * for all shards of a warm table at once.
 */
export function reservedConcurrencyOf(entry: string, name: SizeName): number | undefined {
  const { reservedConcurrency } = settingsOf(entry);
  const { tableUnitsPerSecond = 0 }: Size = SIZES[name];
  if (entry !== RELAY || reservedConcurrency === undefined) return reservedConcurrency;
  return Math.max(
    reservedConcurrency,
    workerSettingsOf(RELAY).maxConcurrency * streamShardsOf(tableUnitsPerSecond),
  );
}

/** Units per second that a table or an index serves at once. */
export interface Throughput {
  readUnitsPerSecond: number;
  writeUnitsPerSecond: number;
}

/** Throughput of a new table, and of a new index; what is warm cannot have less. */
export const NEW_THROUGHPUT: Throughput = { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 4_000 };

/**
 * Units of each index for a unit of the table. A single send takes eight write units of the table, two of `due`, and one
 * of `texts` and of `messages`; two receipts take two more of the table. Imports write contacts.
 */
const INDEX_SHARES = { [DUE_INDEX]: 0.25, [CONTACT_INDEX]: 0.3, [TEXT_INDEX]: 0.125, [MESSAGE_INDEX]: 0.125 };

/** Table, or an index of it. */
export type Place = 'table' | keyof typeof INDEX_SHARES;

/** Returns the throughput of the table and of each index that are warm for the load of so many units of the table. */
export function throughputOf(tableUnitsPerSecond: number): Record<Place, Throughput> {
  const share = (part: number): Throughput => {
    const units = Math.ceil(part * tableUnitsPerSecond);
    return {
      readUnitsPerSecond: Math.max(NEW_THROUGHPUT.readUnitsPerSecond, units),
      writeUnitsPerSecond: Math.max(NEW_THROUGHPUT.writeUnitsPerSecond, units),
    };
  };
  return {
    table: share(1),
    [DUE_INDEX]: share(INDEX_SHARES[DUE_INDEX]),
    [CONTACT_INDEX]: share(INDEX_SHARES[CONTACT_INDEX]),
    [TEXT_INDEX]: share(INDEX_SHARES[TEXT_INDEX]),
    [MESSAGE_INDEX]: share(INDEX_SHARES[MESSAGE_INDEX]),
  };
}
