import { isFree } from '../credits/charge';
import { returnCredits } from '../credits/credit-writes';
import { keyExpiry, type StoredAnswer } from '../idempotency/key-record';
import { freeKey, type KeyAddress, settleKeyRecord } from '../idempotency/key-writes';
import { putIntoOutbox } from '../outbox/outbox';
import { pauseWithJitter } from '../platform/pause';
import type { Platform } from '../platform/platform';
import type { TransactItem } from '../platform/table';
import { OUTCOME_UNKNOWN } from './hand-over-outcome';
import { type Message, presentMessage } from './message';
import { type MessageProgress, moveMessage } from './message-writes';

const MAX_CONFLICTS = 12;

/**
 * Writes what became of a hand-over, in one transaction: the message, the key (consumed, remembered or freed), the
 * credits of a message that did not go out, and the next try of one that waits.
 *
 * @param message as the hand-over found it
 * @returns the message as it is now; what somebody else wrote meanwhile (a receipt, a dead lease's end) wins
 */
export async function settleHandOver(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { message: Message; progress: MessageProgress },
): Promise<Message> {
  const { message, progress } = options;
  const settled: Message = { ...message, ...progress };
  const now = platform.clock.now();
  let keyActions = keyWrites({ message: settled, now });
  for (let round = 1; ; round++) {
    const actions: TransactItem[] = [
      { Update: moveMessage(message, progress) },
      ...creditWrites(settled),
      ...retryWrites(platform, settled),
      ...keyActions,
    ];
    const result = await platform.table.transact(actions);
    if (result.committed) return settled;
    const conditionsFailed = result.failed.filter(({ reason }) => reason === 'conditionFailed');
    if (conditionsFailed.some(({ index }) => index === 0)) return settled;
    // The key stands for another message by now: this one is settled without it.
    if (conditionsFailed.length > 0) keyActions = [];
    if (round === MAX_CONFLICTS) throw new Error('Settling a hand-over kept conflicting');
    if (conditionsFailed.length === 0) await pauseWithJitter(round);
  }
}

function creditWrites(message: Message): TransactItem[] {
  const wasNotHandedOver = message.status === 'failed' && message.errorType !== OUTCOME_UNKNOWN.errorType;
  if (!wasNotHandedOver || isFree(message.charge)) return [];
  return [returnCredits(message.accountId, message.charge)];
}

function retryWrites(platform: Pick<Platform, 'clock' | 'ids'>, message: Message): TransactItem[] {
  if (message.phase !== 'waiting') return [];
  const now = platform.clock.now();
  const waitMs = Date.parse(message.nextAttemptAt ?? now.toISOString()) - now.getTime();
  return [
    putIntoOutbox({
      id: platform.ids.next('out'),
      now,
      entry: {
        kind: 'message',
        messageId: message.id,
        accountId: message.accountId,
        delaySeconds: Math.max(0, Math.ceil(waitMs / 1000)),
      },
    }),
  ];
}

/** The key's fate follows the message's. **Source:** contract 8.3. */
function keyWrites(options: { message: Message; now: Date }): TransactItem[] {
  const { message, now } = options;
  if (message.idempotencyKey === undefined) return [];
  const address: KeyAddress = {
    accountId: message.accountId,
    scope: 'message',
    key: message.idempotencyKey,
  };
  const record = { revision: `${message.id}:${message.attempts}:${message.phase}`, subjectId: message.id };
  switch (message.status) {
    case 'sent':
    case 'queued':
      return [
        settleKeyRecord({
          address,
          record: {
            ...record,
            state: 'consumed',
            leaseUntil: undefined,
            expiresAt: keyExpiry(now),
            answer: answerOf(message),
          },
        }),
      ];
    case 'failed':
      if (message.errorType !== OUTCOME_UNKNOWN.errorType) {
        return [freeKey({ address, subjectId: message.id })];
      }
      return [
        settleKeyRecord({
          address,
          record: {
            ...record,
            state: 'attempted',
            leaseUntil: undefined,
            expiresAt: keyExpiry(now),
            answer: undefined,
          },
        }),
      ];
  }
}

function answerOf(message: Message): StoredAnswer {
  return { status: 201, body: presentMessage(message) };
}
