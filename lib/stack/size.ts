/** What one setting of a deployment sets together. */
export interface Size {
  /** What all accounts together may ask of a route, unless `requestsPerSecond` says otherwise. */
  requestsPerSecond: number;
  /** Most invocations at once of each worker, whatever its own settings say; absent: as they say. */
  mostConcurrency?: number;
  /** Times the invocations at once that the settings of a worker of a queue say. */
  concurrencyFactor: number;
  /** The AWS account's concurrency that it is made for; absent: more than all workers together take. */
  madeForConcurrency?: number;
  /** What the table takes at once before it has grown, in units a second; absent: what a new table takes. */
  warmThroughput?: { readUnitsPerSecond: number; writeUnitsPerSecond: number };
}

/**
 * - `small`: an AWS account with a Lambda concurrency of 10. Two invocations at once for each worker, but for texts that
 *   come in: a STOP is taken in whatever else is under way.
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

/** How many invocations at once the event source of a worker makes. */
export function concurrencyOf(
  { entry, maxConcurrency }: { entry: string; maxConcurrency: number },
  name: SizeName,
): number {
  const { concurrencyFactor, mostConcurrency = MOST_OF_AN_EVENT_SOURCE }: Size = SIZES[name];
  if (entry === INTAKE) return maxConcurrency;
  return Math.min(mostConcurrency, concurrencyFactor * maxConcurrency);
}

/**
 * The least concurrency that the AWS account must have: with less of it workers leave no room for requests.
 *
 * @param workers invocations at once of each worker of a queue
 */
export function leastConcurrency(workers: readonly number[], name: SizeName): number {
  const { madeForConcurrency }: Size = SIZES[name];
  return madeForConcurrency ?? workers.reduce((sum, atOnce) => sum + atOnce, 0) + 1;
}
