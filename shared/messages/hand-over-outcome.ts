import type { HandOver } from '../platform/provider/port';
import type { Message } from './message';
import type { MessageProgress } from './message-writes';

/**
 * A message that the provider keeps being unavailable for is given up after this long: a text that comes half a day
 * late is worse than one that is reported as failed.
 */
export const QUEUED_FOR_AT_MOST_MS = 4 * 60 * 60 * 1000;
const LONGEST_RETRY_SECONDS = 300;

export const OUTCOME_UNKNOWN = {
  errorType: 'outcome_unknown',
  errorMessage: 'The provider gave no answer; the message may have been delivered.',
} as const;

const NOTHING = {
  errorType: undefined,
  errorMessage: undefined,
  sentAt: undefined,
  providerMessageId: undefined,
  leaseUntil: undefined,
  nextAttemptAt: undefined,
};

/**
 * What a hand-over makes of a message.
 *
 * @param message as it was handed over, this attempt counted
 * @param random in [0, 1), spreads retries
 *
 * **Source:** contract 3.1.
 */
export function progressAfter(
  handOver: HandOver,
  options: { message: Message; now: Date; random: number },
): MessageProgress {
  const { message, now } = options;
  const { attempts } = message;
  switch (handOver.outcome) {
    case 'accepted':
      return {
        ...NOTHING,
        attempts,
        status: 'sent',
        phase: 'settled',
        sentAt: now.toISOString(),
        providerMessageId: handOver.providerMessageId,
      };
    case 'refused':
      return fail(attempts, handOver);
    case 'unknown':
      return fail(attempts, OUTCOME_UNKNOWN);
    case 'unavailable': {
      const nextAttemptAtMs = now.getTime() + 1000 * retryDelaySeconds({ ...options, handOver });
      if (nextAttemptAtMs > Date.parse(message.createdAt) + QUEUED_FOR_AT_MOST_MS) {
        return fail(attempts, {
          errorType: 'provider_unavailable',
          errorMessage: 'The provider could not be reached in time.',
        });
      }
      return {
        ...NOTHING,
        attempts,
        status: 'queued',
        phase: 'waiting',
        nextAttemptAt: new Date(nextAttemptAtMs).toISOString(),
      };
    }
  }
}

/** What becomes of a message whose number has no free slot soon: it waits, and has not been tried. */
export function progressWithoutSlot(message: Message, { freeAtMs }: { freeAtMs: number }): MessageProgress {
  const attempts = message.attempts - 1;
  if (freeAtMs > Date.parse(message.createdAt) + QUEUED_FOR_AT_MOST_MS) {
    return fail(attempts, {
      errorType: 'provider_unavailable',
      errorMessage: 'The sender number had no free slot in time.',
    });
  }
  return {
    ...NOTHING,
    attempts,
    status: 'queued',
    phase: 'waiting',
    nextAttemptAt: new Date(freeAtMs).toISOString(),
  };
}

export function fail(attempts: number, error: { errorType: string; errorMessage: string }): MessageProgress {
  const { errorType, errorMessage } = error;
  return { ...NOTHING, attempts, status: 'failed', phase: 'settled', errorType, errorMessage };
}

/** What a receipt makes of a message whose hand-over nobody could settle: the provider has it. */
export function sentByReceipt(message: Message): MessageProgress {
  return {
    ...NOTHING,
    attempts: message.attempts,
    status: 'sent',
    phase: 'settled',
    sentAt: message.deliveryStatusAt,
    providerMessageId: message.providerMessageId,
  };
}

/** 1 s, 2 s, 4 s … up to 300 s, each shortened by up to a half; never sooner than the provider asked for. */
function retryDelaySeconds(options: {
  message: Message;
  handOver: { retryAfterSeconds: number };
  random: number;
}): number {
  const exponential = Math.min(LONGEST_RETRY_SECONDS, 2 ** Math.max(0, options.message.attempts - 1));
  const jittered = exponential * (0.5 + options.random / 2);
  return Math.max(1, options.handOver.retryAfterSeconds, jittered);
}
