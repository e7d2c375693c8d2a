const WINDOW_MS = 1_000;

/**
 * Lets at most so many through in any second; costs the same however many that is.
 *
 * @throws RangeError for a rate that is no positive integer
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
