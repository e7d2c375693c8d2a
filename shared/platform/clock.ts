/** The time, as a port: handlers get the system's clock, tests and simulations their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * The time of the world outside, where the clock of this process can be moved: a receiver of signed requests goes by
 * its own clock.
 */
export const outsideClock: Clock = { now: () => new Date(performance.timeOrigin + performance.now()) };

/** Milliseconds since the epoch, for comparisons. */
export function epochMs(clock: Clock): number {
  return clock.now().getTime();
}

/** ISO 8601 in UTC with milliseconds, the form of every timestamp of the API. */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}
