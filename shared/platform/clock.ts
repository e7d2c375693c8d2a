/** Current time, as a port: handlers get the system's clock, tests and simulations their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * Real time, where the clock of this process can be moved: the receiver of a signed request checks it against its own
 * clock.
 */
export const outsideClock: Clock = { now: () => new Date(performance.timeOrigin + performance.now()) };

/** Returns the current time in epoch milliseconds, for comparisons. */
export function epochMs(clock: Clock): number {
  return clock.now().getTime();
}

/** Returns the current time as ISO 8601 in UTC with milliseconds, the form of every timestamp of the API. */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}
