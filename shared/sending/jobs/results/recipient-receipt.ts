import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import type { Item } from '../../../platform/store/item';
import { type Key, receiptKey, receiptPageKey } from '../../../platform/store/keys';
import type { ProviderDetails } from '../../../platform/provider/port';
import type { BatchGetOptions, Table } from '../../../platform/store/table';
import { supersedes } from '../../../messages/receipt';
import { type JobPlace, jobMessageId, readJobMessageId } from './job-message-id';
import { readReceiptPage } from './receipt-page';
import { pageOf } from './result';

/** What the provider has reported of a job's message, as it was stored one by one before pages. */
const storedReceipt = defineItem({
  entity: 'receipt',
  key: receiptKey,
  value: object({
    messageId: string(),
    deliveryStatus: picklist(['pending', 'delivered', 'failed']),
    deliveryStatusAt: string(),
    /** Of the first receipt that came: proof that the provider had the message then. */
    firstAt: string(),
    providerMessageId: optional(string()),
    parts: optional(number()),
    carrierReason: optional(string()),
    price: optional(number()),
  }),
});
/** What the provider has reported of a job's message. */
export type RecipientReceipt = ValueOf<typeof storedReceipt> & ProviderDetails;

/** Where the receipts of a message are: its page, and the item that it had before pages. */
export function receiptKeysOf(place: JobPlace): [page: Key, single: Key] {
  const { jobId, chunk, position } = place;
  return [receiptPageKey(jobId, chunk, pageOf(position)), receiptKey(jobMessageId(place))];
}

/** What the items of `receiptKeysOf` say together. */
export function readRecipientReceipt(
  place: JobPlace,
  [pageItem, singleItem]: Array<Item | undefined>,
): RecipientReceipt | undefined {
  const single = storedReceipt.readIfAny(singleItem);
  const row = readReceiptPage(pageItem).reports.get(place.position);
  if (!row) return single;
  const reported: RecipientReceipt = { messageId: jobMessageId(place), ...row };
  if (!single) return reported;
  const isNewer = supersedes(
    { messageId: reported.messageId, status: row.deliveryStatus, at: row.deliveryStatusAt },
    single,
  );
  if (!isNewer) return single;
  const { parts = single.parts, price = single.price, ...rest } = reported;
  return { ...rest, parts, price, firstAt: single.firstAt };
}

/** Receipts in the order of the message ids, `undefined` where none has come. */
export async function readReceipts(
  table: Table,
  messageIds: string[],
  options: Pick<BatchGetOptions, 'eventuallyConsistent'> = {},
): Promise<Array<RecipientReceipt | undefined>> {
  const places = messageIds.map(readJobMessageId);
  if (places.length === 0) return [];
  const pages = await table.batchGet(
    places.map((place) => receiptKeysOf(place ?? NOWHERE)[0]),
    options,
  );
  const found = places.map((place, index) => place && readRecipientReceipt(place, [pages[index]]));
  // Of a job from before pages, or of one that was under way then, the rest is where it was.
  const missing = places.flatMap((place, index) => (place && !found[index] ? [{ place, index }] : []));
  if (missing.length === 0) return found;
  const singles = await table.batchGet(
    missing.map(({ place }) => receiptKeysOf(place)[1]),
    options,
  );
  for (const [at, { place, index }] of missing.entries())
    found[index] = readRecipientReceipt(place, [undefined, singles[at]]);
  return found;
}

const NOWHERE: JobPlace = { jobId: 'brc_', chunk: 0, position: 0 };
