import type { Item } from '../../../platform/store/item';
import { type Key, receiptPageKey } from '../../../platform/store/keys';
import type { BatchGetOptions, Table } from '../../../platform/store/table';
import { type JobPlace, jobMessageId, readJobMessageId } from './job-message-id';
import { readReceiptPage, type Report } from './receipt-page';
import { pageOf } from './result';

/** Report of the provider on a job's message. */
export type RecipientReceipt = Report & { messageId: string };

/** Returns the key of the page that holds the receipts of a recipient. */
export const receiptPageOf = ({ jobId, chunk, position }: JobPlace): Key =>
  receiptPageKey(jobId, chunk, pageOf(position));

/** Reads the receipts of one recipient from their page. */
export function readRecipientReceipt(place: JobPlace, page: Item | undefined): RecipientReceipt | undefined {
  const report = readReceiptPage(page).reports.get(place.position);
  return report && { messageId: jobMessageId(place), ...report };
}

/** Reads receipts in the order of the message ids, `undefined` for a message without one. */
export async function readReceipts(
  table: Table,
  messageIds: string[],
  options: Pick<BatchGetOptions, 'eventuallyConsistent'> = {},
): Promise<Array<RecipientReceipt | undefined>> {
  const places = messageIds.map(readJobMessageId);
  if (places.length === 0) return [];
  const pages = await table.batchGet(
    places.map((place) => receiptPageOf(place ?? NOWHERE)),
    options,
  );
  return places.map((place, index) => place && readRecipientReceipt(place, pages[index]));
}

const NOWHERE: JobPlace = { jobId: 'brc_', chunk: 0, position: 0 };
