const FASTEST_SLOW_RATE_PER_SECOND = 5;

/**
 * Returns true for a number so slow that a worker mostly waits for its slots; it works on the chunks of many such
 * numbers at once.
 */
export const isSlow = (ratePerSecond: number | undefined) =>
  ratePerSecond !== undefined && ratePerSecond <= FASTEST_SLOW_RATE_PER_SECOND;
