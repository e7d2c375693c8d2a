/**
 * Timeouts for one attempt of a request to an AWS service, in milliseconds. The SDK makes the next attempt after them.
 */
export interface RequestLimits {
  connectMs: number;
  /** Measured from the beginning of the request. */
  answerMs: number;
}

export const USUAL_LIMITS: RequestLimits = { connectMs: 2_000, answerMs: 5_000 };

/**
 * Returns the settings for an SDK client's connections. A connection can go silent, for example while Lambda had frozen
 * the process: without these timeouts the SDK waits for minutes, longer than a function runs.
 */
export function requestLimits(limits: Partial<RequestLimits> = {}) {
  const { connectMs, answerMs } = { ...USUAL_LIMITS, ...limits };
  return {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    // Otherwise the SDK only logs a warning.
    throwOnRequestTimeout: true,
  };
}
