import { type RateLimitBucket, RATE_LIMITS } from '../../../shared/limits';

/** Returns the same limit for every bucket. */
export function everyLimit(limit: number): Record<RateLimitBucket, number> {
  const buckets = Object.keys(RATE_LIMITS) as RateLimitBucket[];
  return Object.fromEntries(buckets.map((bucket) => [bucket, limit])) as Record<RateLimitBucket, number>;
}
