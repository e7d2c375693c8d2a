import type { SendOutcome } from '../platform/provider/port';

/**
 * A message that the provider keeps being unavailable for is given up after this long: a text that comes half a day
 * late is worse than one that is reported as failed.
 */
export const RETRIED_FOR_AT_MOST_MS = 4 * 60 * 60 * 1000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * How an unknown outcome is stored and answered: as a failure of this type. Elsewhere it is the status `unknown`: the
 * provider may have the message. It keeps its charge, and becomes `sent` when a receipt proves it.
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

/** What was stored, with `unknown` as a status of its own. */
export function fromStatusAsStored<Stored extends End>(
  stored: Stored,
): Omit<Stored, 'status'> & { status: Stored['status'] | 'unknown' } {
  const isUnknown =
    stored.status === UNKNOWN_AS_ANSWERED.status && stored.errorType === UNKNOWN_AS_ANSWERED.errorType;
  return isUnknown ? { ...stored, status: 'unknown', errorType: undefined, errorMessage: undefined } : stored;
}

/** The reverse of `fromStatusAsStored`. */
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

/** What stands for an answer where something failed before the provider was asked: it certainly has nothing. */
export const NOT_ASKED = { outcome: 'unavailable', retryAfterSeconds: 1 } as const satisfies SendOutcome;

/** What the provider's answer makes of a message, single or of a job. */
export type SendDecision =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'failed'; errorType: string; errorMessage: string }
  | { kind: 'unknown' }
  | { kind: 'retry'; atMs: number };

/** How a message has fared so far; times in epoch milliseconds. */
export interface SendHistory {
  /** How often the provider was asked, this time included. */
  attempts: number;
  /** When its turn came first. */
  sinceMs: number;
  nowMs: number;
  /** In [0, 1): spreads retries. */
  random: number;
}

/**
 * The one policy on answers of the provider: what is final, when the next try is due, and when it is given up.
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
      return isTooLate(atMs, history) ? { kind: 'failed', ...PROVIDER_UNAVAILABLE } : { kind: 'retry', atMs };
    }
  }
}

/** Whether a try at that time would come later than a message is retried for. */
export function isTooLate(atMs: number, { sinceMs }: Pick<SendHistory, 'sinceMs'>): boolean {
  return atMs > sinceMs + RETRIED_FOR_AT_MOST_MS;
}

/** 1 s, 2 s, 4 s … up to a minute, each shortened by up to a half; never sooner than a second, or than the provider asked for. */
function retryDelayMs(answer: { retryAfterSeconds: number }, { attempts, random }: SendHistory): number {
  const exponentialMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
  const jitteredMs = exponentialMs * (0.5 + random / 2);
  return Math.max(FIRST_RETRY_MS, 1_000 * answer.retryAfterSeconds, jitteredMs);
}
