const FASTEST_SLOW_RATE_PER_SECOND = 5;

/** Whether a worker mostly waits for the slots of a number: it works on the chunks of many such numbers at once. */
export const isSlow = (ratePerSecond: number | undefined) =>
  ratePerSecond !== undefined && ratePerSecond <= FASTEST_SLOW_RATE_PER_SECOND;
