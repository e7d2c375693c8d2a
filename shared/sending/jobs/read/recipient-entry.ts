import type { Channel, DeliveryStatus } from '../../../platform/provider/port';
import { UNKNOWN_AS_ANSWERED } from '../../../messages/outcome';
import { presentDetails } from '../../../messages/provider-details';
import { ERASED_NUMBER } from '../../../phone-numbers/e164';
import { isPool } from '../../../senders/sender';
import type { MessageClicks } from '../../clicks/message-clicks';
import { type Job, senderIdOf } from '../job';
import { presentSentFrom } from '../../../messages/message';
import { jobMessageId } from '../results/job-message-id';
import type { RecipientPlace } from './recipient-cursor';
import type { RecipientReceipt } from '../results/recipient-receipt';
import type { RecipientsFilter, RecipientStatus } from './recipients-query';
import type { RecipientResult } from '../results/result';

/** Recipient of an entry; the number of an erased person is left out. **Source:** rules E2. */
export interface PresentedRecipient {
  to: string | null;
  erased?: true;
}

export function presentRecipient(to: string): PresentedRecipient {
  return to === ERASED_NUMBER ? { to: null, erased: true } : { to };
}

/** Details for the engineer on call that no answer of the API has. Times are ISO. */
interface RecipientTimeline {
  /** Time at which the outcome was stored; `firstTriedAt` is set only when the recipient was tried again. */
  settledAt?: string;
  firstTriedAt?: string;
  attempts?: number;
  providerRequestId?: string;
  providerReason?: string;
  deliveryStatusAt?: string;
  eventType?: string;
  eventDescription?: string;
  carrier?: string;
  country?: string;
}

/** One recipient in the answer. */
export interface RecipientEntry extends PresentedRecipient, RecipientTimeline {
  messageId: string;
  sentFrom?: string;
  status: RecipientStatus;
  /** Time at which a pending recipient of a campaign is due; ISO. */
  dueAt?: string;
  reason?: string;
  errorType?: string;
  errorMessage?: string;
  sentAt?: string;
  deliveryStatus?: DeliveryStatus;
  channel?: Channel;
  readAt?: string;
  providerMessageId?: string;
  parts?: number;
  carrierReason?: string;
  price?: number;
  clicks?: MessageClicks;
}

/**
 * Builds the entry of a recipient.
 *
 * @param options.result absent while the recipient is pending
 * @param options.isWhole true to include its timeline
 */
export function entryOf(options: {
  job: Job;
  place: RecipientPlace;
  to: string;
  /** Set for an MMS. */
  mediaUrl: string | undefined;
  result: RecipientResult | undefined;
  isWhole: boolean;
  /** Time at which a recipient of a campaign is due; epoch milliseconds. */
  dueAtMs?: number | undefined;
}): RecipientEntry {
  const { job, place, to, mediaUrl, result, isWhole, dueAtMs } = options;
  const messageId = jobMessageId({ jobId: job.id, ...place });
  const recipient = { ...presentRecipient(to), messageId };
  if (!result) {
    const dueAt = dueAtMs === undefined ? undefined : new Date(dueAtMs).toISOString();
    return { ...recipient, status: 'pending', ...(dueAt !== undefined && { dueAt }) };
  }
  const { sentFrom = job.from } = result;
  const identity = presentSentFrom({ senderId: senderIdOf(job), from: sentFrom });
  const isChannelKnown = result.status === 'sent' && !isPool(sentFrom);
  return {
    ...{ ...recipient, ...identity, ...presentEnd(result) },
    ...(isChannelKnown && { channel: mediaUrl === undefined ? 'sms' : 'mms' }),
    ...(isWhole && timelineOf(result)),
  };
}

function timelineOf(result: RecipientResult): RecipientTimeline {
  const { atMs, sinceMs, attempts, providerRequestId, providerReason } = result;
  return {
    settledAt: new Date(atMs).toISOString(),
    ...(sinceMs !== undefined && { firstTriedAt: new Date(sinceMs).toISOString() }),
    ...(attempts !== undefined && { attempts }),
    ...(providerRequestId !== undefined && { providerRequestId }),
    ...(providerReason !== undefined && { providerReason }),
  };
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

/**
 * Adds a receipt to an entry.
 *
 * @param options.isWhole true to include its timeline
 */
export function withReceipt(
  entry: RecipientEntry,
  receipt: RecipientReceipt | undefined,
  { isWhole }: { isWhole: boolean },
): RecipientEntry {
  if (!receipt) return entry;
  const { deliveryStatus } = receipt;
  // The id that the provider gave at the hand-over stays.
  const { sentFrom } = receipt;
  const reported = {
    ...presentDetails(receipt),
    ...(sentFrom !== undefined && { sentFrom }),
    ...entry,
    deliveryStatus,
  };
  return isWhole ? { ...reported, ...reportOf(receipt) } : reported;
}

function reportOf(receipt: RecipientReceipt): RecipientTimeline {
  const { deliveryStatusAt, eventType, eventDescription, carrier, country } = receipt;
  return {
    deliveryStatusAt,
    ...(eventType !== undefined && { eventType }),
    ...(eventDescription !== undefined && { eventDescription }),
    ...(carrier !== undefined && { carrier }),
    ...(country !== undefined && { country }),
  };
}

/** Returns true when the message may have reached the provider, so that a receipt may exist. */
export function mayHaveReceipt({ status }: RecipientEntry): boolean {
  return status === 'sent' || status === 'failed';
}

/** Returns true when the entry's result matches the filter. */
export function matchesResult(entry: RecipientEntry, { status, reason }: RecipientsFilter): boolean {
  if (status !== undefined && entry.status !== status) return false;
  return reason === undefined || entry.reason === reason || entry.errorType === reason;
}

/** Returns true when the entry's receipt matches the filter. */
export function matchesReceipt(entry: RecipientEntry, { deliveryStatus }: RecipientsFilter): boolean {
  return deliveryStatus === undefined || entry.deliveryStatus === deliveryStatus;
}
