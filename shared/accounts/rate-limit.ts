import { RATE_LIMIT_WINDOW_SECONDS, RATE_LIMITS, type RateLimitBucket } from '../limits';

/** What a window says about one request. */
export interface RateLimitDecision {
  isAllowed: boolean;
  bucket: RateLimitBucket;
  /** Requests per window. */
  limit: number;
  /** Requests that the window still holds, after this one. */
  remaining: number;
  /** Until the window closes, at least 1. */
  resetSeconds: number;
  /** Which window it is: no two of a bucket close at the same time. Absent where none is open. */
  closesAtMs?: number;
  /** When the last request was counted in the open window, epoch milliseconds. */
  countedAtMs?: number;
}

/** What names a window: nothing but requests of this owner count in it. */
export interface WindowAddress {
  owner: string;
  bucket: RateLimitBucket;
}

/**
 * Returns the lowest limit that an account can be given in a bucket. What takes something dangerous away is not limited further.
 *
 * **Source:** rules 8.1.
 */
export const lowestLimitOf = (bucket: RateLimitBucket): number => (bucket === 'stop' ? RATE_LIMITS.stop : 0);

/** The account's own limit where it has one, else the usual one. **Source:** rules 8.1. */
export function limitOf(
  account: { rateLimits: Partial<Record<RateLimitBucket, number>> },
  bucket: RateLimitBucket,
): number {
  return account.rateLimits[bucket] ?? RATE_LIMITS[bucket];
}

/**
 * The headers of every answer to a counted request, as the current IETF draft (RateLimit header fields for HTTP) has
 * them: structured fields, `q` the quota of a window of `w` seconds, `r` what is left of it for the next `t` seconds.
 *
 * **Source:** rules 8.1.
 */
export function rateLimitHeaders(decision: RateLimitDecision): Record<string, string> {
  const { bucket, limit, remaining, resetSeconds } = decision;
  return {
    'ratelimit-policy': `"${bucket}";q=${limit};w=${RATE_LIMIT_WINDOW_SECONDS}`,
    ratelimit: `"${bucket}";r=${remaining};t=${resetSeconds}`,
  };
}
