import type { SendOutcome } from '../../platform/provider/port';
import { decideSend, isTooLate, NO_SLOT_IN_TIME } from '../../messages/outcome';
import type { Message } from '../../messages/message';
import type { MessageProgress } from '../../messages/message-writes';

const NOTHING = {
  errorType: undefined,
  errorMessage: undefined,
  sentAt: undefined,
  providerMessageId: undefined,
  leaseUntil: undefined,
  nextAttemptAt: undefined,
};

/**
 * The state of a single message after the provider's answer.
 *
 * @param options.message as it was handed over, this attempt counted
 * @param options.random in [0, 1), spreads retries
 *
 * **Source:** rules 3.1.
 */
export function progressAfter(
  sendAndRecord: SendOutcome,
  options: { message: Message; now: Date; random: number },
): MessageProgress {
  const { message, now, random } = options;
  const { attempts } = message;
  const nowMs = now.getTime();
  const outcome = decideSend(sendAndRecord, { attempts, nowMs, random, sinceMs: acceptedAtMs(message) });
  switch (outcome.kind) {
    case 'sent':
      return {
        ...NOTHING,
        attempts,
        status: 'sent',
        phase: 'settled',
        sentAt: now.toISOString(),
        providerMessageId: outcome.providerMessageId,
      };
    case 'failed':
      return fail(attempts, outcome);
    case 'unknown':
      return endUnknown(attempts);
    case 'retry':
      return wait(attempts, outcome.atMs);
  }
}

/** The state of a message whose number has no free slot soon: it waits, and was not attempted. */
export function progressWithoutSlot(message: Message, { freeAtMs }: { freeAtMs: number }): MessageProgress {
  const attempts = message.attempts - 1;
  return isTooLate(freeAtMs, { sinceMs: acceptedAtMs(message) })
    ? fail(attempts, NO_SLOT_IN_TIME)
    : wait(attempts, freeAtMs);
}

export function fail(attempts: number, error: { errorType: string; errorMessage: string }): MessageProgress {
  const { errorType, errorMessage } = error;
  return { ...NOTHING, attempts, status: 'failed', phase: 'settled', errorType, errorMessage };
}

/** The outcome is unknown: it is not sent again. */
export function endUnknown(attempts: number): MessageProgress {
  return { ...NOTHING, attempts, status: 'unknown', phase: 'settled' };
}

/** The state of a message whose outcome was not stored, after a receipt: the provider has it. */
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

function wait(attempts: number, untilMs: number): MessageProgress {
  const nextAttemptAt = new Date(untilMs).toISOString();
  return { ...NOTHING, attempts, status: 'queued', phase: 'waiting', nextAttemptAt };
}

/** A single message's turn comes first when it is accepted. */
const acceptedAtMs = ({ createdAt }: Message) => Date.parse(createdAt);
