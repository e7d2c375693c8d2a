import type { LineType } from '../../../shared/platform/provider/port';
import {
  type FaultInForce,
  type FaultSwitch,
  findFault,
  type ProviderFault,
  switchFault,
} from './provider-faults';

/** Reports of the provider about a message; `invalid` is a failure for good, and the last two are only for RCS. */
export const RECEIPT_STATUSES = ['pending', 'delivered', 'failed', 'invalid', 'read', 'fallen_back'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** Simulator's reaction to a message. */
export type Answer =
  | { kind: 'accept' }
  /** The simulator takes the message, and breaks the connection before the answer. */
  | { kind: 'accept-silently' }
  | { kind: 'refuse'; errorType: string; errorMessage: string }
  | { kind: 'unavailable'; status: 429 | 503; retryAfterSeconds: number }
  /** The month's spend limit is reached. */
  | { kind: 'spend-limit' };

/** Earlier attempts of a message that the simulator did not take at first. */
interface Attempts {
  count: number;
  firstAtMs: number;
}

const THROTTLED_ATTEMPTS = 2;
const UNAVAILABLE_FOR_MS = 5_000;

/** Refusals by recipient. Numbers without a behaviour of their own are accepted. */
const REFUSALS: Readonly<Record<string, { errorType: string; errorMessage: string }>> = {
  '+15005550001': { errorType: 'invalid_number', errorMessage: 'The recipient is not a valid phone number.' },
  '+15005550004': { errorType: 'opted_out', errorMessage: 'The recipient opted out at the provider.' },
  '+15005550009': {
    errorType: 'not_sms_capable',
    errorMessage: 'The recipient cannot receive text messages.',
  },
};
const THROTTLED_NUMBER = '+15005550010';
const SILENT_NUMBER = '+15005550011';
const UNAVAILABLE_NUMBER = '+15005550012';
const UNDELIVERED_NUMBER = '+15005550013';
const UNREPORTED_NUMBER = '+15005550014';
const NUMBER_WITHOUT_RCS = '+15005550015';
const UNREAD_NUMBER = '+15005550016';
const INVALID_NUMBER = '+15005550017';
const LANDLINE_NUMBER = '+15005550018';
const NUMBER_OF_NOBODY = '+15005550019';
const NUMBER_WITHOUT_LOOK_UP = '+15005550020';

/** Answers of a provider in a fault, whoever the recipient is. */
const FAULT_ANSWERS: Readonly<Record<ProviderFault, Answer>> = {
  unavailable: { kind: 'unavailable', status: 503, retryAfterSeconds: 1 },
  throttled: { kind: 'unavailable', status: 429, retryAfterSeconds: 1 },
  lost_answers: { kind: 'accept-silently' },
  spend_limit: { kind: 'spend-limit' },
};
const RATE_EXCEEDED = FAULT_ANSWERS.throttled;

/**
 * Returns the outcome that the simulator reports by itself for a message that it took; `undefined`: none.
 *
 * @param isUnreachable returns true for further numbers that get no text
 */
export function chooseReceipt(
  to: string,
  isUnreachable?: (to: string) => boolean,
): 'delivered' | 'failed' | 'invalid' | undefined {
  switch (to) {
    case UNDELIVERED_NUMBER:
      return 'failed';
    case INVALID_NUMBER:
      return 'invalid';
    case UNREPORTED_NUMBER:
      return undefined;
    default:
      return isUnreachable?.(to) === true ? 'failed' : 'delivered';
  }
}

/**
 * Returns the outcomes that the simulator reports by itself for a message that is tried by RCS: it is read in the end,
 * or falls back to a text.
 *
 * @param isUnreachable returns true for further numbers that get no text
 */
export function chooseRcsReceipts(to: string, isUnreachable?: (to: string) => boolean): ReceiptStatus[] {
  const status = chooseReceipt(to, isUnreachable);
  if (status === undefined) return [];
  if (status !== 'delivered' || to === NUMBER_WITHOUT_RCS) return ['fallen_back', status];
  return to === UNREAD_NUMBER ? ['delivered'] : ['delivered', 'read'];
}

/** Returns what a look-up of a number finds; `throttled`: there is no answer now. */
export function chooseLookUp(phoneNumber: string): LineType | 'throttled' {
  switch (phoneNumber) {
    case LANDLINE_NUMBER:
      return 'landline';
    case NUMBER_OF_NOBODY:
      return 'invalid';
    case NUMBER_WITHOUT_LOOK_UP:
      return 'throttled';
    default:
      return 'mobile';
  }
}

/** Returns true when attempts of a message to this number have to be counted. */
export function dependsOnAttempts(to: string): boolean {
  return to === THROTTLED_NUMBER || to === UNAVAILABLE_NUMBER;
}

/**
 * Returns the simulator's reaction to a recipient while the provider has no fault.
 *
 * @param options.earlier attempts of the same message before this one
 */
export function chooseAnswer(options: { to: string; earlier: Attempts; nowMs: number }): Answer {
  const refusal = REFUSALS[options.to];
  if (refusal !== undefined) return { kind: 'refuse', ...refusal };
  switch (options.to) {
    case THROTTLED_NUMBER:
      return options.earlier.count < THROTTLED_ATTEMPTS
        ? { kind: 'unavailable', status: 429, retryAfterSeconds: 1 }
        : { kind: 'accept' };
    case SILENT_NUMBER:
      return { kind: 'accept-silently' };
    case UNAVAILABLE_NUMBER: {
      const remainingMs = options.earlier.firstAtMs + UNAVAILABLE_FOR_MS - options.nowMs;
      return remainingMs > 0
        ? { kind: 'unavailable', status: 503, retryAfterSeconds: Math.ceil(remainingMs / 1000) }
        : { kind: 'accept' };
    }
    default:
      return { kind: 'accept' };
  }
}

const WINDOW_MS = 1_000;

/**
 * Creates a limit of messages in any second, whose cost does not depend on the rate. The result returns true for a
 * message within it.
 *
 * @throws RangeError for a rate that is not a positive integer
 */
export function createRateLimit(perSecond: number): (nowMs: number) => boolean {
  if (!Number.isInteger(perSecond) || perSecond < 1) {
    throw new RangeError(`A rate of ${perSecond} messages per second is not possible.`);
  }
  const passedAt = new Float64Array(perSecond).fill(-Infinity);
  let oldest = 0;
  return (nowMs) => {
    if (nowMs - (passedAt[oldest] ?? -Infinity) < WINDOW_MS) return false;
    passedAt[oldest] = nowMs;
    oldest = (oldest + 1) % perSecond;
    return true;
  };
}

export interface Answers {
  /** Chooses the answer to a message that is handed over: by the rate, then the sender's fault, then the recipient. */
  choose: (message: { messageId: string; from: string; to: string }) => Answer;
  /** Returns the faults in force. */
  faults: () => readonly FaultInForce[];
  /** Switches a fault for the hand-overs from now on, and returns the faults in force. */
  switchFault: (change: FaultSwitch) => readonly FaultInForce[];
  /** Ends all faults, and forgets earlier attempts. */
  clear(): void;
}

/**
 * Creates the simulator's choice of answers, which remembers attempts and faults.
 *
 * @param options.ratePerSecond rate above which it throttles; absent: it never does
 * @param options.random draws from 0 (inclusive) to 1 (exclusive) which hand-overs a fault acts on
 */
export function createAnswers(options: {
  clock: { now(): Date };
  ratePerSecond?: number | undefined;
  random?: (() => number) | undefined;
}): Answers {
  const { clock, ratePerSecond, random = Math.random } = options;
  const isWithinRate = ratePerSecond === undefined ? () => true : createRateLimit(ratePerSecond);
  const attempts = new Map<string, Attempts>();
  let faults: readonly FaultInForce[] = [];

  return {
    choose: ({ messageId, from, to }) => {
      // A rate is per real second: moving the clock does not lift it.
      if (!isWithinRate(performance.now())) return RATE_EXCEEDED;
      const { fault, share } = findFault(faults, from);
      if (fault !== 'none' && random() < share) return FAULT_ANSWERS[fault];
      const nowMs = clock.now().getTime();
      const earlier = attempts.get(messageId) ?? { count: 0, firstAtMs: nowMs };
      if (dependsOnAttempts(to)) attempts.set(messageId, { ...earlier, count: earlier.count + 1 });
      return chooseAnswer({ to, earlier, nowMs });
    },
    faults: () => faults,
    switchFault: (change) => (faults = switchFault(faults, change)),
    clear: () => {
      attempts.clear();
      faults = [];
    },
  };
}
