/**
 * Read units that passes over a large table may consume in a day: $8 of the $10 that they may cost, at $0.125 for a
 * million; the rest is for the workers' time.
 */
const READ_UNITS_A_DAY = 64_000_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the time before which no pass reads the table again, ISO. The next pass begins after (units read ÷ 64 million)
 * days, and early enough to end within a day of the last beginning, if it takes as long as this one.
 *
 * @param pass.endedAtMs time at which the table had been read, epoch milliseconds
 */
export function nextPassAt(pass: { startedAt: string; endedAtMs: number; readUnits: number }): string {
  const startedAtMs = Date.parse(pass.startedAt);
  const byUnitsMs = (pass.readUnits / READ_UNITS_A_DAY) * DAY_MS;
  const atMostMs = DAY_MS - (pass.endedAtMs - startedAtMs);
  return new Date(startedAtMs + Math.max(0, Math.min(byUnitsMs, atMostMs))).toISOString();
}
