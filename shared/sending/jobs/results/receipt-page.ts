import { array, type InferInput, nullish, number, object, picklist, string, tuple } from 'valibot';
import { type Reported, reportedAfter } from '../../../messages/receipt';
import { CHANNELS, DELIVERY_STATUSES, type Receipt } from '../../../platform/provider/port';
import { defineItem } from '../../../platform/store/define-item';
import type { Item } from '../../../platform/store/item';
import { receiptPageKey } from '../../../platform/store/keys';
import type { PutInput } from '../../../platform/store/table';
import { RECEIPTS_KEPT_FOR_SECONDS } from '../job';
import { pack, packed } from '../../../platform/store/packing';

/** Report of the provider on the message of one recipient. */
export interface Report extends Reported {
  /** Time of the first receipt, ISO: proof that the provider had the message then. */
  firstAt: string;
}

/** Reports by position in the chunk. */
export type PageReports = Map<number, Report>;

interface ReceiptPage {
  reports: PageReports;
  /** 0 for a page that was not written yet. */
  revision: number;
}

const words = nullish(string());
const figure = nullish(number());
/**
 * Stored report: position, status, its time, the first receipt's time, then what the provider does not always report:
 * its id, parts, reason, price, and the values that were added to the form later: type and description of the event,
 * carrier, country, the number and channel that a pool has chosen, and the time of the reading.
 */
const storedRow = tuple([
  number(),
  picklist(DELIVERY_STATUSES),
  number(),
  number(),
  words,
  figure,
  words,
  figure,
  words,
  words,
  words,
  words,
  words,
  nullish(picklist(CHANNELS)),
  figure,
]);

/** Receipts of the recipients on one result page: many receipts are stored with one write. */
const storedPage = defineItem({
  entity: 'receiptPage',
  key: ({ jobId, chunk, pageNumber }: { jobId: string; chunk: number; pageNumber: number }) =>
    receiptPageKey(jobId, chunk, pageNumber),
  value: object({
    /** Increases by one with each write: a writer must have read the previous revision. */
    revision: number(),
    data: packed(array(storedRow)),
  }),
});

export function readReceiptPage(item: Item | undefined): ReceiptPage {
  if (!item) return { reports: new Map(), revision: 0 };
  const { revision, data } = storedPage.read(item);
  const reports = data.map(([position, deliveryStatus, atMs, firstAtMs, ...details]): [number, Report] => {
    const [providerMessageId, parts, carrierReason, price] = details;
    const [, , , , eventType, eventDescription, carrier, country, sentFrom, channel, readAtMs] = details;
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
        ...(typeof eventType === 'string' && { eventType }),
        ...(typeof eventDescription === 'string' && { eventDescription }),
        ...(typeof carrier === 'string' && { carrier }),
        ...(typeof country === 'string' && { country }),
        ...(typeof sentFrom === 'string' && { sentFrom }),
        ...(typeof channel === 'string' && { channel }),
        ...(typeof readAtMs === 'number' && { readAt: new Date(readAtMs).toISOString() }),
      },
    ];
  });
  return { reports: new Map(reports), revision };
}

/** Builds the write of a page that still has the revision that was read. */
export function receiptPagePut(
  place: { jobId: string; chunk: number; pageNumber: number },
  { reports, revision }: ReceiptPage,
): PutInput {
  const latestMs = Math.max(
    ...[...reports.values()].map(({ deliveryStatusAt }) => Date.parse(deliveryStatusAt)),
  );
  return {
    Item: {
      ...receiptPageKey(place.jobId, place.chunk, place.pageNumber),
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
  const { eventType, eventDescription, carrier, country, sentFrom, channel, readAt } = report;
  const times = [Date.parse(deliveryStatusAt), Date.parse(firstAt)] as const;
  const details = [providerMessageId, parts, carrierReason, price] as const;
  return [
    position,
    deliveryStatus,
    ...times,
    ...details,
    eventType,
    eventDescription,
    carrier,
    country,
    sentFrom,
    channel,
    readAt === undefined ? undefined : Date.parse(readAt),
  ];
}

/**
 * Returns the report after another receipt.
 *
 * @returns `undefined` when the receipt says nothing new
 */
export function afterReceipt(known: Report | undefined, receipt: Receipt): Report | undefined {
  const reported = reportedAfter(known, receipt);
  return reported && { ...reported, firstAt: known?.firstAt ?? receipt.at };
}
