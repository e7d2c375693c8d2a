import { type InferOutput, number, object, optional, string } from 'valibot';

/**
 * Circuit breaker of a number: what the provider has answered lately, and whether messages wait. Absent while the
 * provider answers as it should.
 *
 * **Source:** rules E8.1.
 */
export const storedBreaker = object({
  /** Answers that are counted: since the last that count was full, or since it closed. */
  answered: number(),
  /** Answers among them that were `unavailable` or `unknown`. */
  bad: number(),
  /** ISO time at which it opened; absent while it is closed. */
  openSince: optional(string()),
  /** ISO time from which one message may go out as a probe; only while it is open. */
  probeAt: optional(string()),
  /** Probes that were sent since it opened. */
  probes: optional(number(), 0),
  /** ISO time at which a probe succeeded, from which on sending grows again. */
  closedAt: optional(string()),
});
export type Breaker = InferOutput<typeof storedBreaker>;

/** Answers of the provider to hand-overs from one number. */
export interface AnswerCounts {
  answered: number;
  bad: number;
}

/** Answers that decide: the last 20. */
const DECIDING_ANSWERS = 20;
/** After a probe has succeeded fewer answers decide: the provider has just failed. */
const DECIDING_AFTER_PROBE = 4;
const FIRST_PROBE_AFTER_MS = 15_000;
const LONGEST_PROBE_INTERVAL_MS = 120_000;
/** Time in which sending grows from a little to everything, after a probe has succeeded. */
const GROWS_FOR_MS = 60_000;
const SMALLEST_SHARE = 0.05;

/** Returns the time from one probe to the next: 15 s, 30 s, 60 s, and then 2 minutes. */
const probeIntervalMs = (probes: number): number =>
  Math.min(LONGEST_PROBE_INTERVAL_MS, FIRST_PROBE_AFTER_MS * 2 ** probes);

const isoAfter = (nowMs: number, ms = 0): string => new Date(nowMs + ms).toISOString();

/** Returns a breaker that opens now. */
export function opened(nowMs: number, { firstProbeAfterMs = FIRST_PROBE_AFTER_MS } = {}): Breaker {
  return {
    ...{ answered: 0, bad: 0, probes: 0 },
    openSince: isoAfter(nowMs),
    probeAt: isoAfter(nowMs, firstProbeAfterMs),
  };
}

/**
 * Returns the breaker after answers: it opens when more than half of the last 20 were bad. While it is open, answers
 * that are not a probe's change nothing: they belong to messages that were handed over before.
 *
 * @returns `undefined` when nothing has to be remembered
 */
export function afterAnswers(
  breaker: Breaker | undefined,
  { answered, bad }: AnswerCounts,
  nowMs: number,
): Breaker | undefined {
  if (breaker?.openSince !== undefined) return breaker;
  const isGrowing = growthOf(breaker, nowMs) < 1;
  const counted = { answered: (breaker?.answered ?? 0) + answered, bad: (breaker?.bad ?? 0) + bad };
  const deciding = isGrowing ? DECIDING_AFTER_PROBE : DECIDING_ANSWERS;
  if (counted.bad > Math.max(deciding, counted.answered) / 2) return opened(nowMs);
  if (isGrowing) return { ...counted, probes: 0, closedAt: breaker?.closedAt };
  if (counted.bad === 0 || counted.answered >= DECIDING_ANSWERS) return undefined;
  return { ...counted, probes: 0 };
}

/** Returns the breaker after a probe: closed when the provider answered as it should. */
export function afterProbe(breaker: Breaker, { isGood, nowMs }: { isGood: boolean; nowMs: number }): Breaker {
  return isGood ? { answered: 0, bad: 0, probes: 0, closedAt: isoAfter(nowMs) } : breaker;
}

/** Returns true when one message may go out to see whether the provider is back. */
export const isProbeDue = ({ openSince, probeAt }: Breaker, nowMs: number): boolean =>
  openSince !== undefined && probeAt !== undefined && Date.parse(probeAt) <= nowMs;

/** Returns the breaker for which a worker has taken the probe; the next is due whether this one ends or not. */
export function withProbeTaken(breaker: Breaker, nowMs: number, intervalMs?: number): Breaker {
  const probes = breaker.probes + 1;
  return { ...breaker, probes, probeAt: isoAfter(nowMs, intervalMs ?? probeIntervalMs(probes)) };
}

/** Returns the share of messages that may go out: grows from little to 1 after a probe has succeeded. */
export function growthOf(breaker: Breaker | undefined, nowMs: number): number {
  if (breaker?.closedAt === undefined) return 1;
  const share = (nowMs - Date.parse(breaker.closedAt)) / GROWS_FOR_MS;
  return Math.min(1, Math.max(SMALLEST_SHARE, share));
}
