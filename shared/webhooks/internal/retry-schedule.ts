const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delay of each attempt after the one before: some three days in all. */
export const ATTEMPT_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** Largest fraction by which a wait is shortened, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
/** Longest pause that a receiver can ask for: the longest of the schedule. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Time after which an endpoint without a single success is disabled. */
const FAILING_FOR_AT_MOST_MS = 5 * 24 * HOUR_MS;

/**
 * Returns the delay before the next attempt.
 *
 * @param options.attempts made so far, the failed one included
 * @param options.retryAfterSeconds minimum that the receiver asked for
 * @param options.random in [0, 1)
 * @returns milliseconds; `undefined` when that was the last attempt
 */
export function nextAttemptDelayMs(options: {
  attempts: number;
  retryAfterSeconds: number | undefined;
  random: number;
}): number | undefined {
  const delayMs = ATTEMPT_DELAYS_MS[options.attempts];
  if (delayMs === undefined) return undefined;
  const jitteredMs = Math.round(delayMs * (1 - JITTER * options.random));
  const askedMs = Math.min(LONGEST_RETRY_AFTER_MS, SECOND_MS * (options.retryAfterSeconds ?? 0));
  return Math.max(jitteredMs, askedMs);
}

/**
 * Parses a `Retry-After` header, in either of its forms.
 *
 * @returns seconds from now, 0 for a time in the past; `undefined` for any other value
 */
export function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Only dates in the format of HTTP: Date.parse accepts much more.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - now.getTime()) / SECOND_MS));
}

/** Returns true when an endpoint has failed for so long that it is disabled. */
export function hasFailedForTooLong(options: { failingSince: string; now: Date }): boolean {
  return options.now.getTime() - Date.parse(options.failingSince) >= FAILING_FOR_AT_MOST_MS;
}
