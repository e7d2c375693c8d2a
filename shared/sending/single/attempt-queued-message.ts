import { messageKey } from '../../platform/store/keys';
import { addLogContext } from '../../platform/log';
import { type Pause, pauseWithJitter } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { OUTCOME_UNKNOWN } from '../../messages/outcome';
import { decideTurn } from './decide-turn';
import { fail } from './hand-over-outcome';
import { type Message, readMessage } from '../../messages/message';
import { moveMessage } from '../../messages/message-writes';
import { HAND_OVER_LEASE_MS, handOver } from './send-message';
import { settleHandOver } from './settle-hand-over';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

/** How early a queue's delay may be over before the message's own time. */
const TOLERANCE_MS = 1_000;

/**
 * Takes up a message that the message queue named. Harmless to call at any time and any number of times: whoever
 * moves the message on from `waiting` hands it over, and nobody else does.
 */
export async function attemptQueuedMessage(deps: Deps, messageId: string): Promise<void> {
  for (let round = 1; ; round++) {
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

    // 1. May it still go?
    const turn = await decideTurn(deps.table, message);
    if ('refusal' in turn) {
      const progress = fail(message.attempts, turn.refusal);
      await settleHandOver(deps, { message, progress, isCallerTold: false });
      return;
    }
    // 2. Take it, so that nobody else does.
    const taken = await takeMessage(deps, message);
    // 3. Hand it over and settle it.
    if (taken) {
      await handOver(deps, taken, { isCallerTold: false, ratePerSecond: turn.ratePerSecond });
      return;
    }
    await pauseWithJitter(round);
  }
}

/** A transaction, because the SDK can repeat one without mistaking its own first try for somebody else's. */
async function takeMessage(deps: Deps, message: Message): Promise<Message | undefined> {
  const taken: Message = {
    ...message,
    phase: 'handingOver',
    attempts: message.attempts + 1,
    leaseUntil: new Date(deps.clock.now().getTime() + HAND_OVER_LEASE_MS).toISOString(),
    nextAttemptAt: undefined,
  };
  const result = await deps.table.transact([{ Update: moveMessage(message, taken) }]);
  return result.committed ? taken : undefined;
}

/** Whoever handed it over died: what became of it nobody knows, and it is not sent again. */
async function settleDeadLease(deps: Deps, message: Message): Promise<void> {
  const isAlive = Date.parse(message.leaseUntil ?? '') > deps.clock.now().getTime();
  if (isAlive) return;
  const progress = fail(message.attempts, OUTCOME_UNKNOWN);
  await settleHandOver(deps, { message, progress, isCallerTold: false });
}
