import { setTimeout as sleep } from 'node:timers/promises';

/** Waiting and chance, as a port: where time is simulated, waiting moves it. */
export interface Waits {
  pause(ms: number): Promise<unknown>;
  /** In [0, 1). */
  random(): number;
}

export const realWaits: Waits = { pause: (ms) => sleep(ms), random: () => Math.random() };

/** What an attempt answers when another writer was faster: read again, decide again. */
export const CONFLICT = Symbol('conflict');

/**
 * The writes of others kept coming first. Nothing was written; the same request may succeed a moment later.
 *
 * HTTP routes answer 503 with `Retry-After`; workers leave the record on its queue, which delivers it again.
 */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

export interface ConflictLimits {
  /** Attempts in all. */
  attempts: number;
  /** No pause is longer, in milliseconds. */
  longestPauseMs: number;
}

/**
 * Twenty attempts with pauses that grow to half a second: about five seconds on average, which is more than a hundred
 * writers of one item need when each of them takes 25 ms.
 */
const USUAL_LIMITS: ConflictLimits = { attempts: 20, longestPauseMs: 500 };
const FIRST_PAUSE_MS = 25;

/**
 * Runs an attempt until it answers something else than `CONFLICT`, with a pause before each further one: exponential,
 * with full jitter. Every loop around a conditional write is this one.
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

/** The pause before an attempt. */
function pauseMs(options: { number: number; longestPauseMs: number; random: number }): number {
  const ceilingMs = Math.min(options.longestPauseMs, FIRST_PAUSE_MS * 2 ** (options.number - 2));
  return options.random * ceilingMs;
}
