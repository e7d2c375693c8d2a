import type { Charge } from '../../accounts/charge';
import { answerOf } from '../idempotency/message-answer';
import { ServiceError } from '../../errors/service-error';
import {
  attemptEndedAtMs,
  type KeyDecision,
  type KeyRecord,
  type StoredAnswer,
} from '../idempotency/key-record';
import { readJobMessageId } from '../jobs/results/job-message-id';
import type { E164 } from '../../phone-numbers/e164';
import type { Platform } from '../../platform/platform';
import { findMessage } from './find-message';
import { type Message } from '../../messages/message';

/**
 * Either the answer that the key already has, or that the key may be claimed: in place of which record, and what was
 * paid under it already.
 */
export type FromKey =
  | { answer: StoredAnswer }
  | { claimable: KeyRecord | undefined; paid: Charge | undefined };

/** `running`: the recipient has not ended yet. */
export type FromRecipient = FromKey | 'running';

/**
 * What a key says to a single send when a job's recipient holds it, or held it last. The recipient's own result decides,
 * also where a worker died before it settled the key.
 *
 * Only a request to the same number gets the recipient's message, and counts what the recipient has paid as paid: to
 * another number it is another message. A request to another number cannot use a key that was consumed, and uses a free key like a new one.
 *
 * @param options.to of the request; `undefined` when it is no number, and the request refused later
 * @param options.waitedFor the message that the request has waited for
 * @returns `undefined` for a key that no recipient holds or held
 * @throws ServiceError IdempotencyKeyReused
 *
 * **Source:** rules E7.
 */
export async function answerFromRecipient(
  deps: Pick<Platform, 'table'>,
  options: {
    accountId: string;
    record: KeyRecord;
    decision: KeyDecision;
    to: E164 | undefined;
    receivedAtMs: number;
    waitedFor: string | undefined;
  },
): Promise<FromRecipient | undefined> {
  const { record, decision, to } = options;
  if (decision === 'free' || !readJobMessageId(record.subjectId)) return undefined;
  const message = await findMessage(deps.table, options.accountId, record.subjectId);
  const isSame = message !== undefined && message.to === to;
  const isConsumed = decision === 'replay' || message?.status === 'sent';
  if (isConsumed) {
    if (isSame) return { answer: answerOf(message) };
    // Without a number the request is refused for that.
    if (to !== undefined) throw new ServiceError('IdempotencyKeyReused');
    return { claimable: record, paid: undefined };
  }
  // The job is gone, and its recipients with it.
  if (!message) return { claimable: record, paid: undefined };
  if (message.phase !== 'settled') return 'running';
  if (isSame && wasBeside(message, options)) return { answer: answerOf(message) };
  return { claimable: record, paid: isSame && message.status === 'unknown' ? message.charge : undefined };
}

/** Whether the recipient ended while the request was there already: its end is the request's answer, and no new try. */
function wasBeside(
  message: Message,
  options: { record: KeyRecord; receivedAtMs: number; waitedFor: string | undefined },
): boolean {
  const { record, receivedAtMs, waitedFor } = options;
  return waitedFor === message.id || attemptEndedAtMs(record) > receivedAtMs;
}
