import { array, type InferInput, nullish, number, object, picklist, string, tuple } from 'valibot';
import type { DeliveryStatus } from '../../../messages/message';
import { supersedes, type Receipt } from '../../../messages/receipt';
import { defineItem } from '../../../platform/store/define-item';
import type { Item } from '../../../platform/store/item';
import { receiptPageKey } from '../../../platform/store/keys';
import type { PutInput } from '../../../platform/store/table';
import { RECEIPTS_KEPT_FOR_SECONDS } from '../job';
import { pack, packed } from '../packing';

/** What the provider has reported of one recipient. */
export interface Report {
  deliveryStatus: DeliveryStatus;
  /** ISO, like the one below. */
  deliveryStatusAt: string;
  /** Of the first receipt that came: proof that the provider had the message then. */
  firstAt: string;
  providerMessageId?: string | undefined;
  parts?: number | undefined;
  carrierReason?: string | undefined;
  price?: number | undefined;
}

/** Reports by position in the chunk. */
export type PageReports = Map<number, Report>;

export interface ReceiptPage {
  reports: PageReports;
  /** 0 for a page that has not been written yet. */
  revision: number;
}

/** Position, status, its time, the first receipt's time, then what the provider does not always report. */
const storedRow = tuple([
  number(),
  picklist(['pending', 'delivered', 'failed']),
  number(),
  number(),
  nullish(string()),
  nullish(number()),
  nullish(string()),
  nullish(number()),
]);

/** The receipts of the recipients whose results share an item: many of them are one write. */
const storedPage = defineItem({
  entity: 'receiptPage',
  key: ({ jobId, chunk, group }: { jobId: string; chunk: number; group: number }) =>
    receiptPageKey(jobId, chunk, group),
  value: object({
    /** Grows by one with each write: a writer must have read the one before. */
    revision: number(),
    data: packed(array(storedRow)),
  }),
});

export function readReceiptPage(item: Item | undefined): ReceiptPage {
  if (!item) return { reports: new Map(), revision: 0 };
  const { revision, data } = storedPage.read(item);
  const reports = data.map(([position, deliveryStatus, atMs, firstAtMs, ...details]): [number, Report] => {
    const [providerMessageId, parts, carrierReason, price] = details;
    return [
      position,
      {
        deliveryStatus,
        deliveryStatusAt: new Date(atMs).toISOString(),
        firstAt: new Date(firstAtMs).toISOString(),
        ...(typeof providerMessageId === 'string' && { providerMessageId }),
        ...(typeof parts === 'number' && { parts }),
        ...(typeof carrierReason === 'string' && { carrierReason }),
        ...(typeof price === 'number' && { price }),
      },
    ];
  });
  return { reports: new Map(reports), revision };
}

/** Writes a page, if it still has the revision that was read. */
export function receiptPagePut(
  place: { jobId: string; chunk: number; group: number },
  { reports, revision }: ReceiptPage,
): PutInput {
  const latestMs = Math.max(
    ...[...reports.values()].map(({ deliveryStatusAt }) => Date.parse(deliveryStatusAt)),
  );
  return {
    Item: {
      ...receiptPageKey(place.jobId, place.chunk, place.group),
      entity: storedPage.entity,
      revision: revision + 1,
      data: pack([...reports].map(rowOf)),
      expiresAtEpochSeconds: Math.floor(latestMs / 1000) + RECEIPTS_KEPT_FOR_SECONDS,
    },
    ...(revision === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'revision = :read', ExpressionAttributeValues: { ':read': revision } }),
  };
}

function rowOf([position, report]: [number, Report]): InferInput<typeof storedRow> {
  const { deliveryStatus, deliveryStatusAt, firstAt } = report;
  const { providerMessageId, parts, carrierReason, price } = report;
  const [atMs, firstAtMs] = [Date.parse(deliveryStatusAt), Date.parse(firstAt)];
  return [position, deliveryStatus, atMs, firstAtMs, providerMessageId, parts, carrierReason, price];
}

/**
 * What is known of a recipient after another receipt: what is final stays, and of two others the later one counts.
 *
 * @returns `undefined` when it says nothing new
 */
export function afterReceipt(known: Report | undefined, receipt: Receipt): Report | undefined {
  if (known && !supersedes(receipt, known)) return undefined;
  const { status, at, providerMessageId, parts, carrierReason, price } = receipt;
  return {
    deliveryStatus: status,
    deliveryStatusAt: at,
    firstAt: known?.firstAt ?? at,
    providerMessageId: providerMessageId ?? known?.providerMessageId,
    parts: parts ?? known?.parts,
    carrierReason: carrierReason ?? known?.carrierReason,
    price: price ?? known?.price,
  };
}
