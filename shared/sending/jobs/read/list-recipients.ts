import { epochMs } from '../../../platform/clock';
import { chunkKey, resultKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { presentClicks, readMessageClicks } from '../../clicks/message-clicks';
import type { Table } from '../../../platform/store/table';
import { type JobRecipient, readChunk } from '../chunk';
import {
  canHaveStatus,
  canMatch,
  type ChunkView,
  mayHaveResult,
  mustHaveResult,
  readProgressOf,
  viewOf,
} from './internal/chunk-view';
import type { Job } from '../job';
import type { Progress } from '../results/progress';
import { type DroppedEntry, listDropped } from './internal/list-dropped';
import { type RecipientPlace, writeCursor } from './recipient-cursor';
import {
  entryOf,
  matchesReceipt,
  matchesResult,
  mayHaveReceipt,
  type RecipientEntry,
  withReceipt,
} from './recipient-entry';
import { readReceipts } from '../results/recipient-receipt';
import type { RecipientsFilter, RecipientsQuery } from './recipients-query';
import { RESULT_PAGE_SIZE, pageOf, readResults, type RecipientResult } from '../results/result';

export interface RecipientPage {
  results: Array<RecipientEntry | DroppedEntry>;
  /** Absent when nothing follows. */
  nextCursor?: string;
}

/** A page that has found recipients ends after this many chunks, even when it is shorter than the limit. */
const CHUNKS_A_PAGE = 20;
/** Longest time for a page, even when it has found no recipient. */
const SEARCH_AT_MOST_MS = 2_000;
/** Number of chunks whose progress is read at a time: a few KB in all. */
const PROGRESS_WINDOW = 25;
/** Number of positions that are examined at a time when few may match. */
const SEARCH_SLICE = 8 * RESULT_PAGE_SIZE;

/**
 * Reads a page of a job's recipients, in the order in which they were submitted; of a job on a sender, by member, and in
 * that order for each. With a filter the search goes on until it has found recipients, the list ends, or 2 seconds have
 * passed.
 *
 * Reads are eventually consistent. A result that must exist according to the chunk's progress, but was not found, is
 * read again consistently.
 *
 * @param options.isWhole true to include what the provider reported on each recipient, for the operator
 */
export async function listRecipients(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: RecipientsQuery & { job: Job; isWhole?: boolean },
): Promise<RecipientPage> {
  if (options.list === 'dropped') return listDropped(deps.table, options);
  const { results, next } = await listAccepted(deps, options);
  if (!next) return { results };
  return { results, nextCursor: writeCursor({ jobId: options.job.id, list: 'accepted' }, next) };
}

/**
 * Reads a page of a job's accepted recipients.
 *
 * @param options.dueAtMs time at which the recipients are due, epoch milliseconds; only for a campaign's job
 */
export async function listAccepted(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: Pick<RecipientsQuery, 'filter' | 'limit' | 'from'> & {
    job: Job;
    isWhole?: boolean;
    dueAtMs?: number;
  },
): Promise<{ results: RecipientEntry[]; next?: RecipientPlace }> {
  const { filter, limit, job } = options;
  const giveUpAtMs = epochMs(deps.clock) + SEARCH_AT_MOST_MS;
  const results: RecipientEntry[] = [];
  const reader = new JobReader(deps.table, job, options);
  let { from: place } = options;
  let chunksRead = 0;
  for (let hasLooked = false; place.chunk <= job.chunkCount; hasLooked = true) {
    const isFound = results.length > 0 && chunksRead >= CHUNKS_A_PAGE;
    const isLate = hasLooked && epochMs(deps.clock) >= giveUpAtMs;
    if (results.length === limit || isFound || isLate) {
      return { results, next: place };
    }
    const view = await reader.view(place.chunk);
    if (!canMatch(view, filter)) {
      place = { chunk: place.chunk + 1, position: 0 };
      continue;
    }
    const slice = await reader.slice({ place, view, filter, most: limit - results.length });
    results.push(...slice.entries);
    if (slice.next.chunk > place.chunk) chunksRead++;
    place = slice.next;
  }
  return { results };
}

/** Reads a job's chunks one after another. */
class JobReader {
  private progress = new Map<number, Progress>();
  private progressUntil = 0;
  private chunk: { number: number; recipients: JobRecipient[] } | undefined;

  constructor(
    private readonly table: Table,
    private readonly job: Job,
    private readonly shown: { isWhole?: boolean; dueAtMs?: number },
  ) {}

  async view(chunk: number): Promise<ChunkView> {
    if (chunk > this.progressUntil) {
      const { id: jobId, chunkCount } = this.job;
      this.progressUntil = Math.min(chunkCount, chunk + PROGRESS_WINDOW - 1);
      this.progress = await readProgressOf(this.table, { jobId, first: chunk, last: this.progressUntil });
    }
    return viewOf(this.job, this.progress.get(chunk));
  }

  /** Reads the matching recipients from a place on, at most `most`, out of as many positions as are read at a time. */
  async slice(options: {
    place: RecipientPlace;
    view: ChunkView;
    filter: RecipientsFilter;
    most: number;
  }): Promise<{ entries: RecipientEntry[]; next: RecipientPlace }> {
    const { place, view, filter, most } = options;
    const { chunk } = place;
    const recipients = await this.recipients(chunk);
    const isUnfiltered = Object.values(filter).every((wanted) => wanted === undefined);
    const end = Math.min(
      recipients.length,
      place.position + (isUnfiltered ? most : Math.max(most, SEARCH_SLICE)),
    );
    const positions = range(place.position, end).filter((position) => canHaveStatus(view, position, filter));
    const results = await this.results({ chunk, view, positions });
    const found = positions.flatMap((position) => {
      const { to, mediaUrl = this.job.mediaUrl } = recipients[position] as JobRecipient;
      const entry = entryOf({
        job: this.job,
        place: { chunk, position },
        ...{ to, mediaUrl },
        result: results.get(position),
        isWhole: this.shown.isWhole ?? false,
        dueAtMs: this.shown.dueAtMs && (view.waiting.get(position) ?? this.shown.dueAtMs),
      });
      return matchesResult(entry, filter) ? [{ position, entry }] : [];
    });
    // Unless the filter asks for a delivery status, only the receipts of the page's own recipients are read.
    const candidates = filter.deliveryStatus === undefined ? found.slice(0, most) : found;
    const reported = await this.withReceipts(candidates);
    const matching = reported.filter(({ entry }) => matchesReceipt(entry, filter));
    const taken = matching.slice(0, most);
    const isCut = matching.length > most || candidates.length < found.length;
    const nextPosition = isCut ? (taken.at(-1)?.position ?? place.position) + 1 : end;
    return {
      entries: await this.withClicks(taken.map(({ entry }) => entry)),
      next:
        nextPosition < recipients.length
          ? { chunk, position: nextPosition }
          : { chunk: chunk + 1, position: 0 },
    };
  }

  private async recipients(chunk: number): Promise<JobRecipient[]> {
    if (this.chunk?.number === chunk) return this.chunk.recipients;
    const key = chunkKey(this.job.id, chunk);
    const [read] = await this.table.batchGet([key], { eventuallyConsistent: true });
    // The chunk was written before the job: a read that does not find it is too old.
    const item = read ?? (await this.table.get(key));
    const recipients = item ? readChunk(item) : [];
    this.chunk = { number: chunk, recipients };
    return recipients;
  }

  private async results(options: {
    chunk: number;
    view: ChunkView;
    positions: number[];
  }): Promise<Map<number, RecipientResult>> {
    const { chunk, view, positions } = options;
    const readPages = async (ofPositions: number[], eventuallyConsistent: boolean) => {
      const pages = [...new Set(ofPositions.map(pageOf))];
      const keys = pages.map((page) => resultKey(this.job.id, chunk, page));
      const items = keys.length === 0 ? [] : await this.table.batchGet(keys, { eventuallyConsistent });
      return items.flatMap((item) => [...readResults(item).results]);
    };
    const started = positions.filter((position) => mayHaveResult(view, position));
    const results = new Map(await readPages(started, true));
    const missing = started.filter((position) => mustHaveResult(view, position) && !results.has(position));
    return new Map([...results, ...(await readPages(missing, false))]);
  }

  private async withReceipts<Found extends { entry: RecipientEntry }>(found: Found[]): Promise<Found[]> {
    const messageIds = found.filter(({ entry }) => mayHaveReceipt(entry)).map(({ entry }) => entry.messageId);
    const receipts = await readReceipts(this.table, messageIds, { eventuallyConsistent: true });
    const byId = new Map(messageIds.map((messageId, index) => [messageId, receipts[index]]));
    return found.map((one) => ({
      ...one,
      entry: withReceipt(one.entry, byId.get(one.entry.messageId), { isWhole: this.shown.isWhole ?? false }),
    }));
  }

  /** Adds the clicks of each message. A job without a tracking link has none, so nothing is read for it. */
  private async withClicks(entries: RecipientEntry[]): Promise<RecipientEntry[]> {
    const messageIds = entries.filter(mayHaveReceipt).map(({ messageId }) => messageId);
    if (this.job.linkToken === undefined || messageIds.length === 0) return entries;
    const clicks = await readMessageClicks(this.table, messageIds, { eventuallyConsistent: true });
    const byId = new Map(messageIds.map((messageId, index) => [messageId, clicks[index]]));
    return entries.map((entry) => ({ ...entry, ...presentClicks(byId.get(entry.messageId)) }));
  }
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}
