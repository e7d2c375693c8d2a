import { isEchoOfRefusal } from '../../../messages/receipt';
import type { Receipt } from '../../../platform/provider/port';
import type { Message } from '../../../messages/message';
import { describeDeliveryOutcome } from '../../../messages/message-events';
import { countForCampaign } from '../../../campaigns/record/campaign-counters';
import { chunkKey, jobKey, receiptPageKey, resultKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { Remembered } from '../../../platform/store/remembered';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import { commit, required } from '../../../platform/store/commit';
import type { Table, TransactItem } from '../../../platform/store/table';
import type { Use } from '../../../statistics/usage';
import { isSubscribedTo } from '../../../webhooks/endpoint';
import { recallEndpoints } from '../../../webhooks/recall-endpoints';
import type { DirectEvent } from '../../../webhooks/publish-directly';
import { readChunk } from '../../jobs/chunk';
import { type Job, readJob } from '../../jobs/job';
import { settleUnknownRecipient } from '../../jobs/process/settle-unknown';
import { jobMessageId } from '../../jobs/results/job-message-id';
import {
  afterReceipt,
  type PageReports,
  readReceiptPage,
  receiptPagePut,
  type Report,
} from '../../jobs/results/receipt-page';
import { recipientMessage } from '../../jobs/results/recipient-message';
import { type PageResults, readResults } from '../../jobs/results/result';
import { endOf, type Recorded, type ReportedEnd } from './recorded';
import { sourceOfJob, usesOf } from './use-of';

type Deps = Pick<Platform, 'table' | 'clock'> & { archivesEvents?: boolean };

/** Result page: the recipients of a job whose results share an item. */
export interface ResultPage {
  jobId: string;
  chunk: number;
  pageNumber: number;
}

/** Receipt of a job's recipient, with the recipient's position. */
export interface PlacedReceipt {
  position: number;
  receipt: Receipt;
}

/**
 * Stores the receipts of recipients on one result page with one write. Events are created only for the event archive,
 * or when an endpoint of the account subscribed to their type: a broadcast would otherwise create fifty thousand events
 * without a receiver.
 *
 * @returns the events, also of receipts that were stored before: the worker that stored them may have died before it
 *   published the events
 */
export async function recordPageReceipts(
  deps: Deps,
  page: ResultPage,
  receipts: PlacedReceipt[],
): Promise<Recorded> {
  // 1. Store the receipts.
  const { reports, results, counted } = await saveReports(deps, page, receipts);
  // 2. Settle outcomes that were unknown.
  await settleUnknowns(deps.table, page, { receipts, reports, results });
  // 3. Describe the ends of messages.
  const ended = receipts.filter(({ receipt, position }) => isEnd(receipt, reports.get(position)));
  return {
    events: await describeEnds(deps, page, { ended, reports, results }),
    counted,
    ends: await endsOf(deps.table, page, ended),
  };
}

async function saveReports(
  { table, clock }: Deps,
  page: ResultPage,
  receipts: PlacedReceipt[],
): Promise<{ reports: PageReports; results: PageResults; counted?: Recorded['counted'] }> {
  const { jobId, chunk, pageNumber } = page;
  const job = await findOwnerOf(table, jobId);
  const { campaignId, runId } = job ?? {};
  const counted = [campaignId, runId].filter((id) => id !== undefined);
  const now = clock.now();
  return retryOnConflict(table.waits, async () => {
    const [pageItem, resultItem] = await table.batchGet([
      receiptPageKey(jobId, chunk, pageNumber),
      resultKey(jobId, chunk, pageNumber),
    ]);
    const { reports: known, revision } = readReceiptPage(pageItem);
    const { results } = readResults(resultItem);
    const reports = new Map(known);
    for (const { position, receipt } of receipts) {
      const report = afterReceipt(reports.get(position), withoutKnownId(receipt, results.get(position)));
      if (report) reports.set(position, report);
    }
    const hasChanged = [...reports].some(([position, report]) => known.get(position) !== report);
    if (!hasChanged) return { reports, results };
    const put = receiptPagePut(page, { reports, revision });
    const added = gainedOf({ known, reports });
    const counts = counted.flatMap((id) => countOf({ campaignId: id, page, added }));
    const isWritten = counts[0]
      ? (await commit(table, [{ write: { Put: put }, onFail: 'moved' }, ...required(counts)])).committed
      : (await table.put(put)).written;
    if (!isWritten) return CONFLICT;
    if (!job) return { reports, results };
    const uses = usesOfPage(job, { known, reports, results });
    return { reports, results, counted: { accountId: job.accountId, at: now, added, uses } };
  });
}

/** Returns the use that receipts add. A report that only repeats a refusal is not about a text that was sent. */
function usesOfPage(
  job: JobOwner,
  { known, reports, results }: { known: PageReports; reports: PageReports; results: PageResults },
): Use[] {
  return [...reports].flatMap(([position, after]) => {
    const before = known.get(position);
    const result = results.get(position);
    const isRefused = result?.status === 'failed' && after.deliveryStatus !== 'delivered';
    if (before === after || isRefused) return [];
    const from = (result?.status === 'sent' ? result.sentFrom : undefined) ?? job.from;
    const text = { source: sourceOfJob(job), from, charge: job.chargePerRecipient };
    return usesOf(text, { before, after });
  });
}

interface Gained {
  delivered: number;
  undelivered: number;
  read: number;
}

/** Returns how many more messages were delivered, how many more were not, and how many more were read. */
function gainedOf({ known, reports }: { known: PageReports; reports: PageReports }): Gained {
  const gained = (has: (report: Report) => boolean) =>
    [...reports.values()].filter(has).length - [...known.values()].filter(has).length;
  return {
    delivered: gained(({ deliveryStatus }) => deliveryStatus === 'delivered'),
    undelivered: gained(({ deliveryStatus }) => deliveryStatus === 'failed'),
    read: gained(({ readAt }) => readAt !== undefined),
  };
}

/** Builds the write that adds the receipts to the campaign's counts; none when the counts stay the same. */
function countOf(options: { campaignId: string; page: ResultPage; added: Gained }): TransactItem[] {
  const { campaignId, page, added } = options;
  if (Object.values(added).every((count) => count === 0)) return [];
  return [countForCampaign({ campaignId, added, spread: page.chunk + page.pageNumber })];
}

/**
 * Removes the provider's id from a receipt when the result has it already. It has not when the outcome is unknown or
 * not written yet.
 */
function withoutKnownId(receipt: Receipt, result: ReturnType<PageResults['get']>): Receipt {
  const isKnown = result?.status === 'sent' && result.providerMessageId !== undefined;
  return isKnown ? { ...receipt, providerMessageId: undefined } : receipt;
}

/** Settles unknown outcomes. Only results that were not final when the receipts were stored can be unknown. */
async function settleUnknowns(
  table: Table,
  page: ResultPage,
  options: { receipts: PlacedReceipt[]; reports: PageReports; results: PageResults },
): Promise<void> {
  const { jobId, chunk, pageNumber } = page;
  const positions = [...new Set(options.receipts.map(({ position }) => position))];
  const open = positions.filter((position) => isOpen(options.results.get(position)?.status));
  if (open.length === 0) return;
  const { results } = readResults(await table.get(resultKey(jobId, chunk, pageNumber)));
  for (const position of open) {
    const report = options.reports.get(position);
    if (results.get(position)?.status !== 'unknown' || !report) continue;
    await settleUnknownRecipient({ table }, { place: { jobId, chunk, position }, sentAt: report.firstAt });
  }
}

const isOpen = (status: string | undefined) => status === undefined || status === 'unknown';

/** Returns true for the receipt from which the stored final status comes. */
function isEnd({ status, at }: Receipt, report: Report | undefined): boolean {
  return status !== 'pending' && report?.deliveryStatus === status && report.deliveryStatusAt === at;
}

/** Returns the ends of texts. Their receipts name the recipients, which saves reading the chunk. */
async function endsOf(table: Table, { jobId }: ResultPage, ended: PlacedReceipt[]): Promise<ReportedEnd[]> {
  const accountId = (await findOwnerOf(table, jobId))?.accountId;
  if (accountId === undefined) return [];
  return ended.flatMap(({ receipt }) => endOf(receipt, { accountId, phoneNumber: receipt.to }));
}

async function describeEnds(
  deps: Deps,
  { jobId, chunk }: ResultPage,
  options: { ended: PlacedReceipt[]; reports: PageReports; results: PageResults },
): Promise<DirectEvent[]> {
  if (options.ended.length === 0) return [];
  const accountId = (await findOwnerOf(deps.table, jobId))?.accountId;
  if (accountId === undefined) return [];
  const endpoints = deps.archivesEvents ? [] : await recallEndpoints(deps, accountId);
  const wanted = options.ended.filter(
    ({ receipt }) =>
      deps.archivesEvents === true ||
      endpoints.some((endpoint) => isSubscribedTo(endpoint, `messaging.message.${receipt.status}`)),
  );
  if (wanted.length === 0) return [];
  const [jobItem, chunkItem] = await deps.table.batchGet([jobKey(jobId), chunkKey(jobId, chunk)]);
  if (!jobItem || !chunkItem) return [];
  const [job, recipients] = [readJob(jobItem), readChunk(chunkItem)];
  const events = wanted.flatMap(({ position, receipt }) => {
    const recipient = recipients[position];
    const place = { jobId, chunk, position };
    const report = options.reports.get(position);
    if (!recipient || !report) return [];
    const message = recipientMessage({
      ...{ job, place, recipient },
      result: options.results.get(position),
      receipt: { messageId: jobMessageId(place), ...report },
    });
    if (isEchoOfRefusal(receipt, message)) return [];
    const event = describeDeliveryOutcome(asSent(message, receipt));
    return event ? [{ event, subjectId: message.id }] : [];
  });
  return [...new Map(events.map((direct) => [direct.event.id, direct])).values()];
}

/**
 * Returns the message as sent: the receipt proves that the provider had it, even when nothing has been written about
 * the hand-over so far.
 */
function asSent(message: Message, receipt: Receipt): Message {
  return { ...message, status: 'sent', sentAt: message.status === 'sent' ? message.sentAt : receipt.at };
}

/** Owner of a job, and what its texts have in common: none of it ever changes. */
type JobOwner = Pick<Job, 'accountId' | 'kind' | 'campaignId' | 'runId' | 'from' | 'chargePerRecipient'>;
const owners = new Remembered<JobOwner>();

async function findOwnerOf(table: Table, jobId: Job['id']): Promise<JobOwner | undefined> {
  const known = owners.get(table, jobId);
  if (known !== undefined) return known;
  const item = await table.get(jobKey(jobId));
  if (!item) return undefined;
  const { accountId, kind, campaignId, runId, from, chargePerRecipient } = readJob(item);
  const owner = { accountId, kind, campaignId, runId, from, chargePerRecipient };
  owners.set(table, jobId, owner);
  return owner;
}
