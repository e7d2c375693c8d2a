import type { Charge } from '../../../accounts/charge';
import { answerOf } from '../../idempotency/message-answer';
import { ServiceError } from '../../../errors/service-error';
import {
  attemptEndedAtMs,
  type KeyDecision,
  type KeyRecord,
  type StoredAnswer,
} from '../../idempotency/key-record';
import { readJobMessageId } from '../../jobs/results/job-message-id';
import type { E164 } from '../../../phone-numbers/e164';
import type { Platform } from '../../../platform/platform';
import { regionSide } from '../../../platform/region-side';
import { findMessage } from '../find-message';
import { type Message } from '../../../messages/message';

/**
 * Result of reading a key: the answer that it already has, or that it may be claimed, with the record to replace and
 * the charge that was already paid under it.
 */
export type FromKey =
  | { answer: StoredAnswer }
  | { claimable: KeyRecord | undefined; paid: Charge | undefined };

/** Result for a key of a recipient; `running`: the recipient has not ended yet. */
type FromRecipient = FromKey | 'running';

/**
 * Decides what a single send gets from a key that a job's recipient holds or held last. The recipient's own result
 * decides, even when a worker died before it settled the key.
 *
 * Only a request to the same number gets the recipient's message and is credited with the recipient's charge: to
 * another number it is another message. A request to another number cannot use a consumed key, and uses a free key like
 * a new one.
 *
 * @param options.to recipient of the request; `undefined` when it is not a number and the request is refused later
 * @param options.waitedFor id of the message that the request has waited for
 * @returns `undefined` for a key that no recipient holds or held last
 * @throws ServiceError IdempotencyKeyReused, IdempotencyKeyInUse in a stage with two regions
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
    // A request without a valid number is refused later for that reason.
    if (to !== undefined) throw new ServiceError('IdempotencyKeyReused');
    return { claimable: record, paid: undefined };
  }
  if (!message) {
    // It may have been sent to, and be replicated later than its key.
    if (regionSide() !== undefined) throw new ServiceError('IdempotencyKeyInUse', { cause: 'elsewhere' });
    // The job has been deleted together with its recipients.
    return { claimable: record, paid: undefined };
  }
  if (message.phase !== 'settled') return 'running';
  if (isSame && wasBeside(message, options)) return { answer: answerOf(message) };
  return { claimable: record, paid: isSame && message.status === 'unknown' ? message.charge : undefined };
}

/**
 * Returns true when the recipient ended while the request was already running: the request then gets its result and
 * does not send again.
 */
function wasBeside(
  message: Message,
  options: { record: KeyRecord; receivedAtMs: number; waitedFor: string | undefined },
): boolean {
  const { record, receivedAtMs, waitedFor } = options;
  return waitedFor === message.id || attemptEndedAtMs(record) > receivedAtMs;
}
