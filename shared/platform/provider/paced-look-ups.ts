import type { Log } from '../observability/log';
import type { Meter } from '../observability/metrics';
import { type Pause, realPause } from '../pause';
import type { LookUpOutcome, LookUps } from './port';

/** Look-ups that a process begins in a second. */
const LOOK_UPS_PER_SECOND = 20;
const INTERVAL_MS = 1_000 / LOOK_UPS_PER_SECOND;
/** Time that is left for the answer at least: one that is charged and not waited for is of no use. */
const LEAST_FOR_ANSWER_MS = 1_000;
/** Pauses from this length on are logged: they mean the AWS account, and not only its rate. */
const LOGGED_FROM_SECONDS = 60;

type Unavailable = Extract<LookUpOutcome, { outcome: 'unavailable' }>;

/**
 * Paces the look-ups of a process, and counts them. After an answer that none is available now, the provider is not asked
 * for as long as it says: every look-up is `unavailable` at once, and texts go out without one.
 *
 * **Source:** rules E11.1.
 */
export function paceLookUps(
  lookUps: LookUps,
  { metrics, log, pause = realPause }: { metrics: Meter; log: Log; pause?: Pause },
): LookUps {
  let nextAtMs = 0;
  let closedUntilMs = 0;
  const miss = (retryAfterSeconds: number): Unavailable => ({ outcome: 'unavailable', retryAfterSeconds });
  const close = ({ retryAfterSeconds, providerReason }: Unavailable): void => {
    // An answer that was on its way does not shorten the time that another one means.
    closedUntilMs = Math.max(closedUntilMs, performance.now() + retryAfterSeconds * 1_000);
    if (retryAfterSeconds < LOGGED_FROM_SECONDS) return;
    log.warn('Numbers cannot be looked up', { retryAfterSeconds, providerReason });
  };
  const closedForSeconds = () => Math.ceil((closedUntilMs - performance.now()) / 1_000);

  const ask = async (phoneNumber: string, timeoutMs: number): Promise<LookUpOutcome> => {
    if (closedForSeconds() > 0) return miss(closedForSeconds());
    const beganMs = performance.now();
    const turnMs = Math.max(beganMs, nextAtMs);
    if (turnMs - beganMs > timeoutMs - LEAST_FOR_ANSWER_MS) return miss(1);
    nextAtMs = turnMs + INTERVAL_MS;
    if (turnMs > beganMs) await pause(turnMs - beganMs);
    if (closedForSeconds() > 0) return miss(closedForSeconds());
    const outcome = await lookUps.lookUp(phoneNumber, { timeoutMs: timeoutMs - (turnMs - beganMs) });
    if (outcome.outcome === 'unavailable') close(outcome);
    return outcome;
  };

  return {
    lookUp: async (phoneNumber, { timeoutMs }) => {
      const outcome = await ask(phoneNumber, timeoutMs);
      metrics.record(outcome.outcome === 'found' ? 'NumbersLookedUp' : 'LookUpsMissed', 1);
      return outcome;
    },
  };
}
