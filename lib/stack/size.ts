/** Values that the size of a deployment sets together. */
export interface Size {
  /** Requests per second of all accounts together to a route, unless `requestsPerSecond` sets them. */
  requestsPerSecond: number;
  /** Limit of concurrent invocations of each worker, which overrides its own settings; absent: those alone apply. */
  mostConcurrency?: number;
  /** Factor of the concurrent invocations in the settings of a queue's worker. */
  concurrencyFactor: number;
  /** Concurrency of the AWS account that the size is made for; absent: more than all workers together take. */
  madeForConcurrency?: number;
  /** Throughput of the table before it has grown, in units per second; absent: that of a new table. */
  warmThroughput?: { readUnitsPerSecond: number; writeUnitsPerSecond: number };
}

/**
 * - `small`: an AWS account with a Lambda concurrency of 10. Two concurrent invocations for each worker, except for
 *   inbound texts: a STOP is received whatever else is under way.
 * - `large`: thousands of single sends a second, each of them eleven write units, and broadcasts of 10,000 a second.
 */
export const SIZES = {
  small: { requestsPerSecond: 50, mostConcurrency: 2, concurrencyFactor: 1, madeForConcurrency: 10 },
  standard: { requestsPerSecond: 1_000, concurrencyFactor: 1 },
  large: {
    requestsPerSecond: 5_000,
    concurrencyFactor: 10,
    warmThroughput: { readUnitsPerSecond: 60_000, writeUnitsPerSecond: 60_000 },
  },
} as const satisfies Record<string, Size>;
export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as SizeName[];

/** Lambda's own limit of an event source. */
const MOST_OF_AN_EVENT_SOURCE = 1_000;
const INTAKE = 'functions/workers/receive-inbound.ts';

/** Returns the concurrent invocations that the event source of a worker may make. */
export function concurrencyOf(
  { entry, maxConcurrency }: { entry: string; maxConcurrency: number },
  name: SizeName,
): number {
  const { concurrencyFactor, mostConcurrency = MOST_OF_AN_EVENT_SOURCE }: Size = SIZES[name];
  if (entry === INTAKE) return maxConcurrency;
  return Math.min(mostConcurrency, concurrencyFactor * maxConcurrency);
}

/**
 * Returns the least concurrency that the AWS account must have: with less, workers leave no room for requests.
 *
 * @param workers concurrent invocations of each worker of a queue
 */
export function leastConcurrency(workers: readonly number[], name: SizeName): number {
  const { madeForConcurrency }: Size = SIZES[name];
  return madeForConcurrency ?? workers.reduce((sum, atOnce) => sum + atOnce, 0) + 1;
}
