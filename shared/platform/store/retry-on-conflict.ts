import { setTimeout as sleep } from 'node:timers/promises';

/** Waits and random numbers, as a port: where time is simulated, waiting advances it. */
export interface Waits {
  pause(ms: number): Promise<unknown>;
  /** Returns a random number in [0, 1). */
  random(): number;
}

export const realWaits: Waits = { pause: (ms) => sleep(ms), random: () => Math.random() };

/** Result of an attempt when another writer was faster: read and decide again. */
export const CONFLICT = Symbol('conflict');

/**
 * Thrown when conflicts with other writers did not end. Nothing was written; the same request may succeed a moment
 * later.
 *
 * HTTP routes answer 503 with `Retry-After`; workers leave the record on its queue, which delivers it again.
 */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

export interface ConflictLimits {
  /** Number of attempts in all. */
  attempts: number;
  /** Longest pause, in milliseconds. */
  longestPauseMs: number;
}

/**
 * Twenty attempts with pauses that grow to half a second: about five seconds on average, which is more than a hundred
 * writers of one item need when each of them takes 25 ms.
 */
const USUAL_LIMITS: ConflictLimits = { attempts: 20, longestPauseMs: 500 };
const FIRST_PAUSE_MS = 25;

/**
 * Runs an attempt until it returns something other than `CONFLICT`, with a pause before each further one: exponential,
 * with full jitter. Every loop around a conditional write uses this function.
 *
 * @param attempt reads, decides, writes; called with the number of the attempt, from 1
 * @throws StoreBusyError when the last attempt ends in a conflict too
 */
export async function retryOnConflict<Result>(
  waits: Waits,
  attempt: (number: number) => Promise<Result | typeof CONFLICT>,
  limits: Partial<ConflictLimits> = {},
): Promise<Result> {
  const { attempts, longestPauseMs } = { ...USUAL_LIMITS, ...limits };
  for (let number = 1; number <= attempts; number++) {
    if (number > 1) await waits.pause(pauseMs({ number, longestPauseMs, random: waits.random() }));
    const result = await attempt(number);
    if (result !== CONFLICT) return result;
  }
  throw new StoreBusyError(`Still in conflict with other writers after ${attempts} attempts`);
}

/** Returns the result, or `CONFLICT` when the conflicts of an attempt of its own did not end. */
export async function orConflict<Result>(result: Promise<Result>): Promise<Result | typeof CONFLICT> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof StoreBusyError) return CONFLICT;
    throw error;
  }
}

/** Returns the pause before an attempt, in milliseconds. */
function pauseMs(options: { number: number; longestPauseMs: number; random: number }): number {
  const ceilingMs = Math.min(options.longestPauseMs, FIRST_PAUSE_MS * 2 ** (options.number - 2));
  return options.random * ceilingMs;
}
