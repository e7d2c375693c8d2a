import type { AnswerTrace, SendOutcome } from '../../platform/provider/port';
import type { Hold } from '../../holds/hold';
import {
  DAILY_CAP_REACHED,
  decideSend,
  isTooLate,
  NO_SLOT_IN_TIME,
  PROVIDER_UNAVAILABLE,
} from '../../messages/outcome';
import { withWait } from '../../messages/wait';
import type { Message } from '../../messages/message';
import type { MessageProgress } from '../../messages/message-writes';

const NOTHING = {
  errorType: undefined,
  errorMessage: undefined,
  sentAt: undefined,
  providerMessageId: undefined,
  leaseUntil: undefined,
  nextAttemptAt: undefined,
  waitingFor: undefined,
};

/** Longest time that a message waits while sending is held. **Source:** rules E8.2. */
const HELD_FOR_AT_MOST_MS = 60 * 60 * 1000;
/** A held message looks again after a quarter of the time that the hold has lasted, within these bounds. */
const FIRST_LOOK_AFTER_MS = 15_000;
const LONGEST_LOOK_AFTER_MS = 60_000;

/**
 * Returns the state of a single message after the provider's answer.
 *
 * @param options.message the message as handed over, with this attempt counted
 * @param options.random in [0, 1), spreads retries
 *
 * **Source:** rules 3.1.
 */
export function progressAfter(
  answer: SendOutcome,
  options: { message: Message; now: Date; random: number },
): MessageProgress {
  const { message, now, random } = options;
  const { attempts } = message;
  const nowMs = now.getTime();
  const { providerRequestId, providerReason } = answer;
  const trace: AnswerTrace = { providerRequestId, providerReason };
  const outcome = decideSend(answer, {
    attempts,
    nowMs,
    random,
    sinceMs: acceptedAtMs(message),
    of: 'single',
  });
  switch (outcome.kind) {
    case 'sent':
      return {
        ...NOTHING,
        ...trace,
        attempts,
        status: 'sent',
        phase: 'settled',
        sentAt: now.toISOString(),
        providerMessageId: outcome.providerMessageId,
      };
    case 'failed':
      return { ...fail(attempts, outcome), ...trace };
    case 'givenUp':
      return { ...fail(attempts, PROVIDER_UNAVAILABLE), ...trace };
    case 'unknown':
      return { ...endUnknown(attempts), ...trace };
    case 'retry': {
      const until = new Date(outcome.atMs).toISOString();
      const why = providerReason ?? 'the provider could not be asked';
      const waits = withWait(message.waits, {
        ...{ at: now.toISOString(), until, why },
        ...(providerRequestId !== undefined && { providerRequestId }),
      });
      const waitingFor = answer.outcome === 'unavailable' && answer.everyMessage ? 'provider' : undefined;
      return { ...wait(attempts, until), waitingFor, ...trace, waits };
    }
  }
}

/** Returns the state of a message whose number has no free slot soon: it waits, and the attempt does not count. */
export function progressWithoutSlot(
  message: Message,
  { freeAtMs, isCapped, now }: { freeAtMs: number; isCapped?: true; now: Date },
): MessageProgress {
  const attempts = message.attempts - 1;
  if (isTooLate(freeAtMs, { sinceMs: acceptedAtMs(message), of: 'single' }))
    return fail(attempts, isCapped ? DAILY_CAP_REACHED : NO_SLOT_IN_TIME);
  const until = new Date(freeAtMs).toISOString();
  const why = isCapped
    ? 'the daily cap of the sender number was used up'
    : 'the sender number had no free slot';
  return {
    ...wait(attempts, until),
    waits: withWait(message.waits, { at: now.toISOString(), until, why }),
  };
}

/** Reasons for which a held message waits, as its timeline tells them. */
const WHY_HELD = { paused: 'sending is paused', provider: 'the provider takes no messages' };

/**
 * Returns the state of a message while sending is held: it waits. It is given up an hour after it was accepted, or after
 * the first hold that it met began, where that was later: a hold that ends and begins again gives it no more time.
 *
 * @param options.attempts attempts without that at which it was held
 * @param options.random in [0, 1), spreads the next looks
 */
export function progressWhileHeld(
  message: Message,
  { attempts, hold, now, random }: { attempts: number; hold: Hold; now: Date; random: number },
): MessageProgress {
  const nowMs = now.getTime();
  const firstWait = message.waits?.find(({ why }) => Object.values(WHY_HELD).includes(why));
  const firstHeldMs = Math.min(Date.parse(hold.since), Date.parse(firstWait?.at ?? hold.since));
  const endsAtMs = Math.max(acceptedAtMs(message), firstHeldMs) + HELD_FOR_AT_MOST_MS;
  if (nowMs >= endsAtMs) return fail(attempts, PROVIDER_UNAVAILABLE);
  const heldMs = nowMs - Date.parse(hold.since);
  const lookAfterMs = Math.min(LONGEST_LOOK_AFTER_MS, Math.max(FIRST_LOOK_AFTER_MS, heldMs / 4));
  const until = new Date(Math.min(endsAtMs, nowMs + lookAfterMs * (1 + random / 2))).toISOString();
  const waitingFor = hold.reason === 'paused' ? 'paused' : 'provider';
  return {
    ...wait(attempts, until),
    waitingFor,
    waits: withWait(message.waits, { at: now.toISOString(), until, why: WHY_HELD[waitingFor] }),
  };
}

export function fail(attempts: number, error: { errorType: string; errorMessage: string }): MessageProgress {
  const { errorType, errorMessage } = error;
  return { ...NOTHING, attempts, status: 'failed', phase: 'settled', errorType, errorMessage };
}

/** Returns the state of a message whose outcome is unknown: it is not sent again. */
export function endUnknown(attempts: number): MessageProgress {
  return { ...NOTHING, attempts, status: 'unknown', phase: 'settled' };
}

/** Returns the state of a message whose outcome was not stored, after a receipt has proved that the provider has it. */
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

function wait(attempts: number, nextAttemptAt: string): MessageProgress {
  return { ...NOTHING, attempts, status: 'queued', phase: 'waiting', nextAttemptAt };
}

/** The first turn of a single message is at its acceptance. */
const acceptedAtMs = ({ createdAt }: Message) => Date.parse(createdAt);
