import { RATE_LIMIT_WINDOW_SECONDS, RATE_LIMITS, type RateLimitBucket } from '../limits';

/** Decision of a window on one request. */
export interface RateLimitDecision {
  isAllowed: boolean;
  bucket: RateLimitBucket;
  /** Requests per window. */
  limit: number;
  /** Requests that the window still allows, after this one. */
  remaining: number;
  /** Seconds until the window closes, at least 1. */
  resetSeconds: number;
  /** Identifies the window: no two of a bucket close at the same time. Absent when none is open. */
  closesAtMs?: number;
  /** Time of the last counted request in the open window, epoch milliseconds. */
  countedAtMs?: number;
}

/** Address of a window, in which only requests of this owner count. */
export interface WindowAddress {
  owner: string;
  bucket: RateLimitBucket;
}

/**
 * Returns the lowest limit that an account can be given in a bucket. Requests that stop something dangerous, such as
 * revoking a key, are never limited below the usual limit.
 *
 * **Source:** rules 8.1.
 */
export const lowestLimitOf = (bucket: RateLimitBucket): number => (bucket === 'stop' ? RATE_LIMITS.stop : 0);

/** Returns the account's own limit if it has one, else the usual one. **Source:** rules 8.1. */
export function limitOf(
  account: { rateLimits: Partial<Record<RateLimitBucket, number>> },
  bucket: RateLimitBucket,
): number {
  return account.rateLimits[bucket] ?? RATE_LIMITS[bucket];
}

/**
 * Builds the headers of every answer to a counted request, by the current IETF draft (RateLimit header fields for
 * HTTP): structured fields, `q` the quota of a window of `w` seconds, `r` the rest of it for the next `t` seconds.
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
