import type { SendOutcome } from '../platform/provider/port';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Time for which a single message is retried while the provider is unavailable: a text that arrives half a day late is
 * worse than one that is reported as failed. Recipients of a job stay pending for longer. **Source:** rules 3.1, E8.2.
 */
const RETRIED_FOR_AT_MOST_MS = { single: 4 * HOUR_MS, job: 24 * HOUR_MS } as const;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Form in which an unknown outcome is stored and returned: a failure of this type. Elsewhere its status is `unknown`,
 * because the provider may have the message. The message keeps its charge, and becomes `sent` when a receipt proves it.
 */
export const UNKNOWN_AS_ANSWERED = {
  status: 'failed',
  errorType: 'outcome_unknown',
  errorMessage: 'The provider gave no answer; the message may have been delivered.',
} as const;

interface End {
  status: string;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
}

/** Converts a stored status, with `unknown` as a status of its own. */
export function fromStatusAsStored<Stored extends End>(
  stored: Stored,
): Omit<Stored, 'status'> & { status: Stored['status'] | 'unknown' } {
  const isUnknown =
    stored.status === UNKNOWN_AS_ANSWERED.status && stored.errorType === UNKNOWN_AS_ANSWERED.errorType;
  return isUnknown ? { ...stored, status: 'unknown', errorType: undefined, errorMessage: undefined } : stored;
}

/** Converts a status to its stored form; the reverse of `fromStatusAsStored`. */
export function toStatusAsStored<Known extends End>(
  known: Known,
): Omit<Known, 'status'> & { status: Exclude<Known['status'], 'unknown'> | 'failed' } {
  const { status } = known;
  return status === 'unknown'
    ? { ...known, ...UNKNOWN_AS_ANSWERED }
    : { ...known, status: status as Exclude<Known['status'], 'unknown'> };
}

export const PROVIDER_UNAVAILABLE = {
  errorType: 'provider_unavailable',
  errorMessage: 'The provider could not be reached in time.',
} as const;

export const NO_SLOT_IN_TIME = {
  errorType: PROVIDER_UNAVAILABLE.errorType,
  errorMessage: 'The sender number had no free slot in time.',
} as const;

export const DAILY_CAP_REACHED = {
  errorType: PROVIDER_UNAVAILABLE.errorType,
  errorMessage: 'The daily cap of the sender number was used up.',
} as const;

/**
 * Outcome of an attempt that failed before the provider was called: the provider certainly does not have the message.
 */
export const NOT_ASKED = {
  outcome: 'unavailable',
  retryAfterSeconds: 1,
  isNoOutage: true,
} as const satisfies SendOutcome;

/** Decision on a message, single or of a job, after the provider's answer. */
type SendDecision =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'failed'; errorType: string; errorMessage: string }
  | { kind: 'unknown' }
  | { kind: 'retry'; atMs: number }
  /** The provider was unavailable for as long as the message is retried. */
  | { kind: 'givenUp' };

/** Attempts and times of a message so far; times in epoch milliseconds. */
export interface SendHistory {
  /** Calls of the provider, including this one. */
  attempts: number;
  /** Time of its first turn. */
  sinceMs: number;
  nowMs: number;
  /** Random number in [0, 1) that spreads retries. */
  random: number;
  /** Kind of the message, which decides how long it is retried. */
  of: keyof typeof RETRIED_FOR_AT_MOST_MS;
}

/**
 * Decides on the provider's answer: which outcome is final, when the next attempt is due, and when the message is given
 * up. No other code makes this decision.
 *
 * **Source:** rules 3.1.
 */
export function decideSend(answer: SendOutcome, history: SendHistory): SendDecision {
  switch (answer.outcome) {
    case 'accepted':
      return { kind: 'sent', providerMessageId: answer.providerMessageId };
    case 'refused': {
      const { errorType, errorMessage } = answer;
      return { kind: 'failed', errorType, errorMessage };
    }
    case 'unknown':
      return { kind: 'unknown' };
    case 'unavailable': {
      const atMs = history.nowMs + retryDelayMs(answer, history);
      return isTooLate(atMs, history) ? { kind: 'givenUp' } : { kind: 'retry', atMs };
    }
  }
}

/** Returns true when an attempt at that time would be after the retry deadline of the message. */
export function isTooLate(atMs: number, { sinceMs, of }: Pick<SendHistory, 'sinceMs' | 'of'>): boolean {
  return atMs > sinceMs + RETRIED_FOR_AT_MOST_MS[of];
}

/**
 * Returns the delay of a retry: 1 s, 2 s, 4 s … up to a minute, each shortened by up to a half, but at least a second
 * and the delay that the provider asked for.
 */
function retryDelayMs(answer: { retryAfterSeconds: number }, { attempts, random }: SendHistory): number {
  const exponentialMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
  const jitteredMs = exponentialMs * (0.5 + random / 2);
  return Math.max(FIRST_RETRY_MS, 1_000 * answer.retryAfterSeconds, jitteredMs);
}
