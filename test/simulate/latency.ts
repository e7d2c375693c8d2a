const P99_IN_DEVIATIONS = 2.326;

/** Draws a duration from a log-normal distribution with this median and 99th percentile, in milliseconds. */
export function drawLatency(random: () => number, options: { medianMs: number; p99Ms: number }): number {
  const { medianMs, p99Ms } = options;
  const sigma = Math.log(p99Ms / medianMs) / P99_IN_DEVIATIONS;
  // Box and Muller; 1 - random() is never 0.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return medianMs * Math.exp(sigma * normal);
}
