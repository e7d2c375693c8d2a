import { messageKey } from '../../platform/store/keys';
import { addLogContext } from '../../platform/observability/log';
import type { Pause } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { isHeld, leaseEnd } from '../../platform/store/lease';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Hold } from '../../holds/hold';
import type { MessageTask } from '../../outbox/relay-outbox';
import { cappedUntilMs } from '../../senders/daily-cap';
import { isOut } from '../../senders/read-members';
import { moveToOtherMember } from './internal/other-member';
import { decideHold } from './internal/hold-at-turn';
import { decideTurn } from './internal/decide-turn';
import { endUnknown, fail, progressWhileHeld } from './message-progress';
import { type Message, readMessage } from '../../messages/message';
import { moveMessage } from '../../messages/message-writes';
import type { TurnRefusal } from '../gate';
import { SEND_LEASE_MS, sendAndRecord } from './internal/hand-over';
import { recordSendOutcome } from './record-send-outcome';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log' | 'queues'> & { pause?: Pause };

const ERASED: TurnRefusal = 'erased';
const SENDER_NOT_ACTIVE: TurnRefusal = 'sender_not_active';

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
      const isInactive = turn.refusal.errorType === SENDER_NOT_ACTIVE;
      if (isInactive && (await moveToOtherMember(deps, message))) return CONFLICT;
      const progress = fail(message.attempts, turn.refusal);
      const isErased = turn.refusal.errorType === ERASED;
      // The event about it no longer contains the person.
      const told = isErased ? { ...message, erased: true } : message;
      await recordSendOutcome(deps, { message: told, progress, isCallerTold: false });
      return;
    }
    // 2. While sending is held, it waits on.
    const random = deps.table.waits.random();
    const { sender } = turn;
    const decided = await decideHold(deps, message, { sender, random });
    const isOthers = decided.held !== 'no' || cappedUntilMs(sender, now.getTime()) !== undefined;
    if (isOthers && isOut(sender, now.getTime()) && (await moveToOtherMember(deps, message))) return CONFLICT;
    if (decided.held !== 'no') return keepWaiting(deps, message, { hold: decided.held, random });
    // 3. Acquire its lease.
    const taken = await takeMessage(deps, message);
    if (!taken) return CONFLICT;
    // 4. Send it and store the outcome.
    await sendAndRecord(deps, taken, { isCallerTold: false, sender, probed: decided.probed });
    return;
  });
}

/**
 * Stores when a message that waits looks again, and sends itself the hint for it. In an outage that happens to thousands
 * of messages again and again: it takes no lease and no transaction. When two workers do it at once, the later of their
 * hints finds that it is not the message's turn; when the hint is lost, the timer sends another.
 */
async function keepWaiting(
  deps: Deps,
  message: Message,
  { hold, random }: { hold: Hold; random: number },
): Promise<void> {
  const { id: messageId, accountId, attempts } = message;
  const now = deps.clock.now();
  const progress = progressWhileHeld(message, { attempts, hold, now, random });
  if (progress.phase !== 'waiting') {
    await recordSendOutcome(deps, { message, progress, isCallerTold: false });
    return;
  }
  const { written } = await deps.table.update(moveMessage(message, progress));
  if (!written) return;
  const waitMs = Date.parse(progress.nextAttemptAt ?? '') - now.getTime();
  const body: MessageTask = { messageId };
  const hint = { body, groupId: accountId, delaySeconds: Math.ceil(waitMs / 1_000) };
  await deps.queues.send('message', [hint]);
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
