import type { Charge } from '../../accounts/charge';
import { keyExpiry, type KeyRecord, type StoredAnswer } from './key-record';
import { freeKey, settleKeyRecord } from './key-writes';
import type { KeyAddress } from './key-record';
import type { TransactItem } from '../../platform/store/table';

/**
 * Builds the write that settles the key of a message, single or of a job, by the message's outcome: a success or a
 * waiting message consumes the key, a failure frees it, and an unknown outcome is recorded in it.
 *
 * @param options.at when the message was handed over or failed; its 48 hours run from there
 * @param options.isCallerTold true when a caller has been told, or can know, that the outcome is unknown: the key may
 *   then be used again. Otherwise the next request with the key gets that answer first
 * @param options.answer answer for repeats; absent: repeats get the message as it is then
 * @param options.paid charge of the attempt, when the key record does not have it yet
 *
 * **Source:** rules 8.3.
 */
export function settleKey(options: {
  address: KeyAddress;
  subjectId: string;
  revision: string;
  end: { status: 'sent' | 'queued' | 'failed' | 'unknown' | 'skipped' };
  at: Date;
  isCallerTold: boolean;
  answer?: StoredAnswer | undefined;
  paid?: Charge | undefined;
}): TransactItem {
  const { address, subjectId, revision, end, at, answer, paid } = options;
  const record: Omit<KeyRecord, 'state'> = {
    revision,
    subjectId,
    leaseUntil: undefined,
    expiresAt: undefined,
    answer: undefined,
  };
  switch (end.status) {
    case 'sent':
      return settleKeyRecord({
        address,
        record: { ...record, state: 'completed', expiresAt: keyExpiry(at), answer },
      });
    case 'queued':
      return settleKeyRecord({ address, record: { ...record, state: 'completed', answer } });
    case 'failed':
    case 'skipped':
      return freeKey({ address, subjectId });
    case 'unknown':
      return settleKeyRecord({
        address,
        record: options.isCallerTold
          ? { ...record, state: 'outcomeUnknown', expiresAt: keyExpiry(at), paid }
          : { ...record, state: 'inProgress', leaseUntil: at.toISOString() },
      });
  }
}
