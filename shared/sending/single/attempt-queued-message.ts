import { messageKey } from '../../platform/store/keys';
import { addLogContext } from '../../platform/observability/log';
import type { Pause } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { isHeld, leaseEnd } from '../../platform/store/lease';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { decideTurn } from './internal/decide-turn';
import { endUnknown, fail } from './message-progress';
import { type Message, readMessage } from '../../messages/message';
import { moveMessage } from '../../messages/message-writes';
import type { TurnRefusal } from '../gate';
import { SEND_LEASE_MS, sendAndRecord } from './internal/hand-over';
import { recordSendOutcome } from './record-send-outcome';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

const ERASED: TurnRefusal = 'erased';

/** Tolerance for queue messages that arrive slightly before the message's own time. */
const TOLERANCE_MS = 1_000;

/**
 * Sends a message that was named on the message queue. Idempotent: only the worker that moves the message on from
 * `waiting` sends it.
 */
export async function attemptQueuedMessage(deps: Deps, messageId: string): Promise<void> {
  return retryOnConflict(deps.table.waits, async () => {
    const item = await deps.table.get(messageKey(messageId));
    if (!item) return;
    const message = readMessage(item);
    addLogContext({ accountId: message.accountId, messageId });
    const now = deps.clock.now();
    switch (message.phase) {
      case 'settled':
        return;
      case 'handingOver':
        await settleDeadLease(deps, message);
        return;
      case 'waiting':
        break;
    }
    if (Date.parse(message.nextAttemptAt ?? message.createdAt) > now.getTime() + TOLERANCE_MS) return;

    // 1. Check that it may still be sent.
    const turn = await decideTurn(deps.table, message, now);
    if ('refusal' in turn) {
      const progress = fail(message.attempts, turn.refusal);
      const isErased = turn.refusal.errorType === ERASED;
      // The event about it no longer contains the person.
      const told = isErased ? { ...message, erased: true } : message;
      await recordSendOutcome(deps, { message: told, progress, isCallerTold: false });
      return;
    }
    // 2. Acquire its lease.
    const taken = await takeMessage(deps, message);
    if (!taken) return CONFLICT;
    // 3. Send it and store the outcome.
    await sendAndRecord(deps, taken, { isCallerTold: false, sender: turn.sender });
    return;
  });
}

/**
 * Acquires the message's lease. Uses a transaction, because the SDK can repeat one without mistaking its own first try
 * for another worker's write.
 */
async function takeMessage(deps: Deps, message: Message): Promise<Message | undefined> {
  const taken: Message = {
    ...message,
    phase: 'handingOver',
    attempts: message.attempts + 1,
    leaseUntil: leaseEnd(deps.clock.now(), SEND_LEASE_MS),
    nextAttemptAt: undefined,
  };
  const result = await commit(deps.table, [
    { write: { Update: moveMessage(message, taken) }, onFail: 'moved' },
  ]);
  return result.committed ? taken : undefined;
}

/** Settles a message whose worker died while sending it: the outcome is unknown, and it is not sent again. */
async function settleDeadLease(deps: Deps, message: Message): Promise<void> {
  if (isHeld(message, deps.clock.now())) return;
  const progress = endUnknown(message.attempts);
  await recordSendOutcome(deps, { message, progress, isCallerTold: false });
}
