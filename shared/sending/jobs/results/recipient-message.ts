import { type Message, newMessage } from '../../../messages/message';
import { detailsAfter } from '../../../messages/receipt';
import { chunkKey, jobKey, resultKey } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { isSenderId } from '../../../phone-numbers/e164';
import { TURN_REFUSALS } from '../../gate';
import { isErasedRecipient, type JobRecipient, readChunk } from '../chunk';
import { type Job, readJob } from '../job';
import { type JobPlace, jobMessageId } from './job-message-id';
import { type RecipientReceipt, readRecipientReceipt, receiptPageOf } from './recipient-receipt';
import { pageOf, readResults, type RecipientResult, type SkipReason } from './result';

/** Error messages for skipped recipients in the form of a message, which has no status for them. */
const SKIP_MESSAGES: Record<SkipReason, string> = {
  opted_out: TURN_REFUSALS.opted_out,
  not_opted_in: TURN_REFUSALS.not_opted_in,
  key_consumed: 'A message was sent under the same idempotency key meanwhile.',
  key_in_use: 'Another send held the same idempotency key.',
  cancelled: 'The job was cancelled.',
  erased: TURN_REFUSALS.erased,
  expired: 'The campaign expired before the message was due, or the provider took no messages for a day.',
  review: 'The recipient has written what is likely an opt-out, and is under review.',
  set_aside: 'The number is set aside: texts to it failed for good.',
  country_budget: 'The texts that the account may send to this country in a UTC day are used up.',
  frequency_cap: 'The recipient was handed as many marketing messages as the account allows.',
};

/**
 * Reads one recipient of a job in the form of a single message, in one round trip: `queued` until the recipient's turn,
 * and `failed` with the reason as `errorType` when it was skipped.
 *
 * @returns `undefined` when there is no such recipient
 *
 * **Source:** rules 2.1.
 */
export async function findRecipientMessage(table: Table, place: JobPlace): Promise<Message | undefined> {
  const { jobId, chunk, position } = place;
  const [jobItem, chunkItem, resultItem, receiptPage] = await table.batchGet([
    jobKey(jobId),
    chunkKey(jobId, chunk),
    resultKey(jobId, chunk, pageOf(position)),
    receiptPageOf(place),
  ]);
  const recipient = chunkItem && readChunk(chunkItem)[position];
  if (!jobItem || !recipient) return undefined;
  return recipientMessage({
    job: readJob(jobItem),
    place,
    recipient,
    result: readResults(resultItem).results.get(position),
    receipt: readRecipientReceipt(place, receiptPage),
  });
}

/** Turns an unknown outcome into `sent` when a receipt proves it; the counts are updated when the chunk is done. */
function provenBy(result: RecipientResult, receipt: RecipientReceipt | undefined): RecipientResult {
  if (!receipt || result.status !== 'unknown') return result;
  return { ...result, status: 'sent', atMs: Date.parse(receipt.firstAt) };
}

/** Returns the steps that led to the recipient's outcome. */
function timelineOf(result: RecipientResult) {
  const { atMs, providerRequestId, providerReason, attempts = 1, sinceMs } = result;
  const settledAt = new Date(atMs).toISOString();
  const firstAt = sinceMs === undefined ? undefined : new Date(sinceMs).toISOString();
  return {
    ...{ settledAt, providerRequestId, providerReason, attempts },
    waits: firstAt === undefined ? [] : [{ at: firstAt, until: settledAt, times: attempts - 1, why: WAITED }],
  };
}

const WAITED = 'the provider could not take it';

export function recipientMessage(options: {
  job: Job;
  place: JobPlace;
  recipient: JobRecipient;
  result: RecipientResult | undefined;
  receipt: RecipientReceipt | undefined;
}): Message {
  const { job, recipient, receipt } = options;
  const result = options.result && provenBy(options.result, receipt);
  const isErased = isErasedRecipient(recipient);
  const message = newMessage({
    id: jobMessageId(options.place),
    accountId: job.accountId,
    to: recipient.to,
    from: result?.sentFrom ?? job.from,
    ...(isSenderId(job.from) && { senderId: job.from }),
    ...(isErased && { erased: true }),
    body: isErased ? '' : (result?.body ?? recipient.body ?? job.body ?? ''),
    mediaUrl: isErased ? undefined : (recipient.mediaUrl ?? job.mediaUrl),
    idempotencyKey: recipient.idempotencyKey,
    charge: job.chargePerRecipient,
    createdAt: job.createdAt,
    expectsFeedback: job.expectsFeedback,
    deliveryStatus: receipt?.deliveryStatus,
    deliveryStatusAt: receipt?.deliveryStatusAt,
    ...detailsAfter(undefined, receipt ?? {}),
    ...(result && timelineOf(result)),
  });
  switch (result?.status) {
    case undefined:
      return message;
    case 'sent':
      return {
        ...message,
        status: 'sent',
        phase: 'settled',
        sentAt: new Date(result.atMs).toISOString(),
        providerMessageId: result.providerMessageId ?? message.providerMessageId,
      };
    case 'unknown':
      return { ...message, status: 'unknown', phase: 'settled' };
    case 'failed':
      return {
        ...message,
        status: 'failed',
        phase: 'settled',
        errorType: result.errorType,
        errorMessage: result.errorMessage,
      };
    case 'skipped':
      return {
        ...message,
        status: 'failed',
        phase: 'settled',
        errorType: result.reason,
        errorMessage: SKIP_MESSAGES[result.reason],
      };
  }
}
