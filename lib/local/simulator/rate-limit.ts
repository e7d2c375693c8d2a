const WINDOW_MS = 1_000;

/**
 * Creates a limit of messages in any second, whose cost does not depend on the rate. The result returns true for a
 * message within it.
 *
 * @throws RangeError for a rate that is not a positive integer
 */
export function createRateLimit(perSecond: number): (nowMs: number) => boolean {
  if (!Number.isInteger(perSecond) || perSecond < 1) {
    throw new RangeError(`A rate of ${perSecond} messages per second is not possible.`);
  }
  const passedAt = new Float64Array(perSecond).fill(-Infinity);
  let oldest = 0;
  return (nowMs) => {
    if (nowMs - (passedAt[oldest] ?? -Infinity) < WINDOW_MS) return false;
    passedAt[oldest] = nowMs;
    oldest = (oldest + 1) % perSecond;
    return true;
  };
}
