import type { DeliveryStatus } from '../../../messages/message';
import { UNKNOWN_AS_ANSWERED } from '../../../messages/outcome';
import { presentDetails } from '../../../messages/provider-details';
import { ERASED_NUMBER } from '../../../phone-numbers/e164';
import type { Job } from '../job';
import { jobMessageId } from '../results/job-message-id';
import type { RecipientPlace } from './recipient-cursor';
import type { RecipientReceipt } from '../results/recipient-receipt';
import type { RecipientsFilter, RecipientStatus } from './recipients-query';
import type { RecipientResult } from '../results/result';

/** Whom an entry is about. Of an erased person it does not say. **Source:** rules E2. */
export interface PresentedRecipient {
  to: string | null;
  erased?: true;
}

export function presentRecipient(to: string): PresentedRecipient {
  return to === ERASED_NUMBER ? { to: null, erased: true } : { to };
}

/** One recipient in the answer. */
export interface RecipientEntry extends PresentedRecipient {
  messageId: string;
  status: RecipientStatus;
  reason?: string;
  errorType?: string;
  errorMessage?: string;
  sentAt?: string;
  deliveryStatus?: DeliveryStatus;
  providerMessageId?: string;
  parts?: number;
  carrierReason?: string;
  price?: number;
}

/** @param options.result absent while the recipient is pending */
export function entryOf(options: {
  job: Job;
  place: RecipientPlace;
  to: string;
  result: RecipientResult | undefined;
}): RecipientEntry {
  const { job, place, to, result } = options;
  const messageId = jobMessageId({ jobId: job.id, ...place });
  const recipient = { ...presentRecipient(to), messageId };
  return result ? { ...recipient, ...presentEnd(result) } : { ...recipient, status: 'pending' };
}

function presentEnd(result: RecipientResult): Omit<RecipientEntry, 'to' | 'erased' | 'messageId'> {
  const { status, atMs } = result;
  switch (status) {
    case 'sent':
      return { status, sentAt: new Date(atMs).toISOString(), ...presentDetails(result) };
    case 'failed': {
      const { errorType, errorMessage } = result;
      return { status, errorType, ...(errorMessage !== undefined && { errorMessage }) };
    }
    case 'unknown':
      return UNKNOWN_AS_ANSWERED;
    case 'skipped':
      return { status, reason: result.reason };
  }
}

export function withReceipt(entry: RecipientEntry, receipt: RecipientReceipt | undefined): RecipientEntry {
  if (!receipt) return entry;
  const { deliveryStatus } = receipt;
  // The id that the provider gave at the hand-over stays.
  return { ...presentDetails(receipt), ...entry, deliveryStatus };
}

/** Whether the provider may have been asked, so that it may have reported. */
export function mayHaveReceipt({ status }: RecipientEntry): boolean {
  return status === 'sent' || status === 'failed';
}

/** Whether an entry is wanted, as far as its result says. */
export function matchesResult(entry: RecipientEntry, { status, reason }: RecipientsFilter): boolean {
  if (status !== undefined && entry.status !== status) return false;
  return reason === undefined || entry.reason === reason || entry.errorType === reason;
}

/** Whether an entry is wanted, as far as its receipt says. */
export function matchesReceipt(entry: RecipientEntry, { deliveryStatus }: RecipientsFilter): boolean {
  return deliveryStatus === undefined || entry.deliveryStatus === deliveryStatus;
}
