import {
  CONFLICT,
  type ConflictLimits,
  retryOnConflict,
  type Waits,
} from '../../../../platform/store/retry-on-conflict';
import { LeaseLostError } from './chunk-lease';

/** All attempts together take less time than a lease lasts. */
const LIMITS: ConflictLimits = { attempts: 8, longestPauseMs: 2_000 };

/**
 * Retries a call to the table while a send batch is stored as in flight. Any error is retried, because the next worker
 * could only end the batch with unknown outcomes.
 *
 * @throws LeaseLostError at once; any other error of the last attempt
 */
export function insist<Result>(waits: Waits, call: () => Promise<Result>): Promise<Result> {
  const attempt = async (number: number) => {
    try {
      return await call();
    } catch (error) {
      if (number === LIMITS.attempts || error instanceof LeaseLostError) throw error;
      return CONFLICT;
    }
  };
  return retryOnConflict(waits, attempt, LIMITS);
}
