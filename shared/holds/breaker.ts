import { type InferOutput, number, object, optional, string } from 'valibot';

/**
 * Circuit breaker of a number: what the provider has answered lately, and whether messages wait. Absent while the
 * provider answers as it should.
 *
 * **Source:** rules E8.1.
 */
export const storedBreaker = object({
  /** The last 20 answers since it closed, oldest first: `1` for `unavailable` and `unknown`, `0` for any other. */
  recent: string(),
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

/** Answers that decide: the last 20. */
const DECIDING_ANSWERS = 20;
/** After a probe has succeeded fewer answers decide: the provider has just failed. */
const DECIDING_AFTER_PROBE = 4;
const FIRST_PROBE_AFTER_MS = 15_000;
const LONGEST_PROBE_INTERVAL_MS = 120_000;
/** Time in which sending grows from a little to everything, after a probe has succeeded. */
const GROWS_FOR_MS = 60_000;
const SMALLEST_SHARE = 0.05;

const MOST_WHILE_IN_DOUBT = 12;

const BAD = '1';
const GOOD = '0';

/** Returns the time from one probe to the next: 15 s, 30 s, 60 s, and then 2 minutes. */
const probeIntervalMs = (probes: number): number =>
  Math.min(LONGEST_PROBE_INTERVAL_MS, FIRST_PROBE_AFTER_MS * 2 ** probes);

const isoAfter = (nowMs: number, ms = 0): string => new Date(nowMs + ms).toISOString();

/** Returns a breaker that opens now. */
export function opened(nowMs: number, { firstProbeAfterMs = FIRST_PROBE_AFTER_MS } = {}): Breaker {
  return {
    ...{ recent: '', probes: 0 },
    openSince: isoAfter(nowMs),
    probeAt: isoAfter(nowMs, firstProbeAfterMs),
  };
}

/**
 * Returns the breaker after answers: it opens when more than half of the last 20 were bad. Those before the first bad
 * one count as good: they are not remembered. While it is open, answers that are not a probe's change nothing: they
 * belong to messages that were handed over before.
 *
 * @param areBad for each answer, in their order, true when it was `unavailable` or `unknown`
 * @returns `undefined` when nothing has to be remembered
 */
export function afterAnswers(
  breaker: Breaker | undefined,
  areBad: readonly boolean[],
  nowMs: number,
): Breaker | undefined {
  if (breaker?.openSince !== undefined) return breaker;
  const isGrowing = growthOf(breaker?.closedAt, nowMs) < 1;
  const answers = (breaker?.recent ?? '') + areBad.map((isBad) => (isBad ? BAD : GOOD)).join('');
  const recent = answers.slice(-DECIDING_ANSWERS);
  const bad = [...recent].filter((answer) => answer === BAD).length;
  const deciding = isGrowing ? Math.max(DECIDING_AFTER_PROBE, recent.length) : DECIDING_ANSWERS;
  if (bad > deciding / 2) return opened(nowMs);
  if (isGrowing) return { recent, probes: 0, closedAt: breaker?.closedAt };
  return bad === 0 ? undefined : { recent, probes: 0 };
}

/** Returns the breaker after good answers that have counted as bad because they were missing. */
export function withoutMissing(breaker: Breaker | undefined, goodAfterMissing: number): Breaker | undefined {
  if (breaker === undefined || breaker.openSince !== undefined) return breaker;
  let { recent } = breaker;
  for (let answer = 0; answer < goodAfterMissing; answer++) {
    const last = recent.lastIndexOf(BAD);
    if (last !== -1) recent = recent.slice(0, last) + GOOD + recent.slice(last + 1);
  }
  return { ...breaker, recent };
}

/**
 * Returns the most messages of a send batch. With a bad answer among the last twenty there may be an outage: with the ten
 * bad ones that do not open a breaker, and the batch of another worker, at most 47 outcomes are unknown when it opens.
 */
export const batchLimitOf = (breaker: Breaker | undefined): number =>
  breaker?.recent.includes(BAD) ? MOST_WHILE_IN_DOUBT : Infinity;

/** Returns the breaker after a probe: closed when the provider answered as it should. */
export function afterProbe(breaker: Breaker, { isGood, nowMs }: { isGood: boolean; nowMs: number }): Breaker {
  return isGood ? { recent: '', probes: 0, closedAt: isoAfter(nowMs) } : breaker;
}

/** Returns true when one message may go out to see whether the provider is back. */
export const isProbeDue = ({ openSince, probeAt }: Breaker, nowMs: number): boolean =>
  openSince !== undefined && probeAt !== undefined && Date.parse(probeAt) <= nowMs;

/** Returns the breaker for which a worker has taken the probe; the next is due whether this one ends or not. */
export function withProbeTaken(breaker: Breaker, nowMs: number, intervalMs?: number): Breaker {
  const probes = breaker.probes + 1;
  return { ...breaker, probes, probeAt: isoAfter(nowMs, intervalMs ?? probeIntervalMs(probes)) };
}

/**
 * Returns the share of messages that may go out: grows from little to 1 after a probe has succeeded.
 *
 * @param closedAt ISO time at which the breaker closed, if it ever was open
 */
export function growthOf(closedAt: string | undefined, nowMs: number): number {
  if (closedAt === undefined) return 1;
  const share = (nowMs - Date.parse(closedAt)) / GROWS_FOR_MS;
  return Math.min(1, Math.max(SMALLEST_SHARE, share));
}
