import { invalidRequest } from '../errors/service-error';
import type { DeliveryStatus } from '../messages/message';
import { chunkKey, resultKey } from '../platform/keys';
import type { Table } from '../platform/table';
import { readChunk } from './chunk';
import type { Job } from './job';
import { jobMessageId } from './job-message-id';
import { readReceipts } from './recipient-receipt';
import { groupOf, readResults, type RecipientResult } from './result';

const RECIPIENT_STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
/** A page that finds few of the wanted status stops after this many chunks, and the cursor goes on from there. */
const CHUNKS_A_PAGE = 20;

export interface RecipientsQuery {
  status: RecipientStatus | undefined;
  limit: number;
  from: { chunk: number; position: number };
}

/** One recipient in the answer. */
export interface RecipientEntry {
  to: string;
  messageId: string;
  status: RecipientStatus;
  reason?: string;
  errorType?: string;
  errorMessage?: string;
  sentAt?: string;
  deliveryStatus?: DeliveryStatus;
}

/** @throws ServiceError 33100 for an unknown status, a limit that is no positive integer, a cursor that is none */
export function readRecipientsQuery(query: Record<string, string>): RecipientsQuery {
  const { status, cursor, limit } = query;
  if (status !== undefined && !isRecipientStatus(status)) {
    throw invalidRequest({ pointer: '?status', reason: `must be one of ${RECIPIENT_STATUSES.join(', ')}` });
  }
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) {
    throw invalidRequest({ pointer: '?limit', reason: 'must be a positive integer' });
  }
  return {
    status,
    limit: Math.min(MAX_LIMIT, limit === undefined ? DEFAULT_LIMIT : Number(limit)),
    from: cursor === undefined ? { chunk: 1, position: 0 } : readCursor(cursor),
  };
}

function isRecipientStatus(text: string): text is RecipientStatus {
  return (RECIPIENT_STATUSES as readonly string[]).includes(text);
}

/** A page of a job's recipients in the order in which they were submitted. */
export async function listRecipients(
  table: Table,
  options: RecipientsQuery & { job: Job },
): Promise<{ results: RecipientEntry[]; nextCursor?: string }> {
  const { job, status, limit } = options;
  const entries: RecipientEntry[] = [];
  let { chunk, position } = options.from;
  const lastChunk = Math.min(job.chunkCount, chunk + CHUNKS_A_PAGE - 1);
  for (; chunk <= lastChunk && entries.length < limit; chunk++, position = 0) {
    const page = await readChunkPage(table, { job, chunk, position, most: limit - entries.length, status });
    entries.push(...page.entries);
    if (page.nextPosition !== undefined) {
      return finish(table, entries, { chunk, position: page.nextPosition });
    }
  }
  return finish(table, entries, chunk <= job.chunkCount ? { chunk, position: 0 } : undefined);
}

async function readChunkPage(
  table: Table,
  options: { job: Job; chunk: number; position: number; most: number; status: RecipientStatus | undefined },
): Promise<{ entries: RecipientEntry[]; nextPosition: number | undefined }> {
  const { job, chunk, most, status } = options;
  const chunkItem = await table.get(chunkKey(job.id, chunk));
  if (!chunkItem) return { entries: [], nextPosition: undefined };
  const recipients = readChunk(chunkItem);
  // Without a filter the page is a run of positions; with one, anybody in the chunk may be on it.
  const end = status === undefined ? Math.min(recipients.length, options.position + most) : recipients.length;
  const results = await readChunkResults(table, { ...options, end });
  const entries: RecipientEntry[] = [];
  for (let position = options.position; position < recipients.length; position++) {
    if (entries.length === most) return { entries, nextPosition: position };
    const recipient = recipients[position];
    const entry =
      recipient && entryOf({ job, chunk, position, to: recipient.to, result: results.get(position) });
    if (entry && (status === undefined || entry.status === status)) entries.push(entry);
  }
  return { entries, nextPosition: undefined };
}

async function readChunkResults(
  table: Table,
  options: { job: Job; chunk: number; position: number; end: number },
): Promise<Map<number, RecipientResult>> {
  const groups: number[] = [];
  for (let group = groupOf(options.position); group <= groupOf(options.end - 1); group++) groups.push(group);
  const items = await table.batchGet(groups.map((group) => resultKey(options.job.id, options.chunk, group)));
  return new Map(items.flatMap((item) => [...readResults(item).results]));
}

function entryOf(options: {
  job: Job;
  chunk: number;
  position: number;
  to: string;
  result: RecipientResult | undefined;
}): RecipientEntry {
  const { job, chunk, position, to, result } = options;
  const messageId = jobMessageId({ jobId: job.id, chunk, position });
  if (!result) return { to, messageId, status: 'pending' };
  const { status, reason, errorType, errorMessage, atMs } = result;
  return {
    to,
    messageId,
    status,
    ...(reason !== undefined && { reason }),
    ...(errorType !== undefined && { errorType }),
    ...(errorMessage !== undefined && { errorMessage }),
    ...(status === 'sent' && { sentAt: new Date(atMs).toISOString() }),
  };
}

async function finish(
  table: Table,
  entries: RecipientEntry[],
  next: { chunk: number; position: number } | undefined,
): Promise<{ results: RecipientEntry[]; nextCursor?: string }> {
  const handedOver = entries.filter(({ status }) => status === 'sent' || status === 'failed');
  const receipts = await readReceipts(
    table,
    handedOver.map(({ messageId }) => messageId),
  );
  const statusById = new Map(
    receipts.flatMap((receipt) => (receipt ? [[receipt.messageId, receipt.deliveryStatus] as const] : [])),
  );
  return {
    results: entries.map((entry) => {
      const deliveryStatus = statusById.get(entry.messageId);
      return deliveryStatus === undefined ? entry : { ...entry, deliveryStatus };
    }),
    ...(next && { nextCursor: writeCursor(next) }),
  };
}

function writeCursor({ chunk, position }: { chunk: number; position: number }): string {
  return Buffer.from(`${chunk}:${position}`).toString('base64url');
}

function readCursor(cursor: string): { chunk: number; position: number } {
  const [, chunk, position] = /^(\d{1,4}):(\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (chunk === undefined || position === undefined || Number(chunk) < 1) {
    throw invalidRequest({ pointer: '?cursor', reason: 'is not a cursor of this listing' });
  }
  return { chunk: Number(chunk), position: Number(position) };
}
