/** How long an AWS service may take to answer one attempt, in milliseconds. The SDK makes the next one after it. */
export interface RequestLimits {
  connectMs: number;
  /** From the beginning of the request. */
  answerMs: number;
}

export const USUAL_LIMITS: RequestLimits = { connectMs: 2_000, answerMs: 5_000 };

/**
 * The settings of an SDK client's connections. A connection can go silent, for example while Lambda had the process
 * frozen: without these the SDK waits for minutes, longer than a function runs.
 */
export function requestLimits(limits: Partial<RequestLimits> = {}) {
  const { connectMs, answerMs } = { ...USUAL_LIMITS, ...limits };
  return {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    // Else the SDK only writes a warning.
    throwOnRequestTimeout: true,
  };
}
