import {
  array,
  type InferInput,
  type InferOutput,
  literal,
  nullish,
  number,
  object,
  optional,
  picklist,
  string,
  tuple,
  union,
} from 'valibot';
import type { Item } from '../../../platform/store/item';
import { resultKey } from '../../../platform/store/keys';
import { RECIPIENT_CAUTIONS } from '../../../messages/recipient-caution';
import { UNKNOWN_AS_ANSWERED } from '../../../messages/outcome';
import { defineItem } from '../../../platform/store/define-item';
import { expiryOf, type Job, NO_COUNTS, type JobCounts } from '../job';
import { pack, packed } from '../../../platform/store/packing';

export const SKIP_REASONS = [
  'opted_out',
  'not_opted_in',
  'key_consumed',
  'key_in_use',
  'cancelled',
  'erased',
  ...RECIPIENT_CAUTIONS,
  'expired',
  'frequency_cap',
  'country_budget',
] as const;
/**
 * Reasons for which no message was sent to an accepted recipient. `frequency_cap` occurs only in campaigns;
 * `expired` in other jobs when sending has waited for a day.
 */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** End of a recipient. `unknown`: the provider gave no answer, and may have the message. */
export type RecipientEnd =
  | {
      status: 'sent';
      /** The provider's id of the message, when it has answered. */
      providerMessageId?: string | undefined;
    }
  | { status: 'failed'; errorType: string; errorMessage?: string | undefined }
  | { status: 'unknown' }
  | { status: 'skipped'; reason: SkipReason };

export type RecipientResult = RecipientEnd & {
  atMs: number;
  /** Last answer of the provider: id of the request, and the provider's code for the reason. */
  providerRequestId?: string | undefined;
  providerReason?: string | undefined;
  /** Number of attempts, and time of the first (epoch milliseconds); only for a recipient that was tried again. */
  attempts?: number | undefined;
  sinceMs?: number | undefined;
  /** Identity that was used; only for a job on a sender. */
  sentFrom?: string | undefined;
  /** Text as sent, when it differs from the accepted body. */
  body?: string | undefined;
};

/** Results by position in the chunk. */
export type PageResults = Map<number, RecipientResult>;

/** Number of recipients whose results share an item. */
export const RESULT_PAGE_SIZE = 25;

export const pageOf = (position: number) => Math.floor(position / RESULT_PAGE_SIZE);

/** Returns the positions of a page, in a chunk of `size` recipients. */
export function positionsOf(page: number, size: number): number[] {
  const first = page * RESULT_PAGE_SIZE;
  return Array.from(
    { length: Math.max(0, Math.min(RESULT_PAGE_SIZE, size - first)) },
    (_, index) => first + index,
  );
}

const cell = nullish(string());
const figure = nullish(number());
/**
 * Cells that older rows lack: the provider's id of the request, its reason, the number of attempts, the time of the
 * first, and the identity that was used.
 */
const timeline = [cell, cell, figure, figure, cell] as const;
/**
 * Cells of a row: position, status, time, reason or error type, error message, body, the provider's id of the message,
 * and `timeline`.
 */
const storedRow = union([
  tuple([number(), picklist(['sent', 'failed']), number(), cell, cell, cell, cell, ...timeline]),
  tuple([number(), literal('skipped'), number(), picklist(SKIP_REASONS), cell, cell, cell, ...timeline]),
]);
type StoredRow = InferInput<typeof storedRow>;

/** Results of recipients that share an item. */
const resultPageItem = defineItem({
  entity: 'resultPage',
  key: ({ jobId, chunk, page }: { jobId: string; chunk: number; page: number }) =>
    resultKey(jobId, chunk, page),
  value: object({
    /** Increases by one with each write: a writer must have read the previous revision. */
    revision: number(),
    /** Worker that wrote the page; absent after a receipt has changed it. */
    writer: optional(string()),
    data: packed(array(storedRow)),
  }),
});

/** Builds the item of a page with its results. */
export function resultItem(options: {
  job: Job;
  chunk: number;
  page: number;
  results: PageResults;
  revision: number;
}): Item {
  const { job, chunk, page, results, revision } = options;
  return {
    ...resultKey(job.id, chunk, page),
    revision,
    data: pack([...results].map(rowOf)),
    expiresAtEpochSeconds: expiryOf(job),
  };
}

export function readResults(item: Item | undefined): { results: PageResults; revision: number } {
  if (!item) return { results: new Map(), revision: 0 };
  const { revision, data } = resultPageItem.read(item);
  return { revision, results: new Map(data.map(readRow)) };
}

function rowOf([position, result]: [number, RecipientResult]): StoredRow {
  const { status, atMs, body, providerRequestId, providerReason, attempts, sinceMs, sentFrom } = result;
  const told = [providerRequestId, providerReason, attempts, sinceMs, sentFrom] as const;
  switch (status) {
    case 'sent':
      return [position, status, atMs, undefined, undefined, body, result.providerMessageId, ...told];
    case 'skipped':
      return [position, status, atMs, result.reason, undefined, body, undefined, ...told];
    case 'failed':
    case 'unknown': {
      const stored = status === 'unknown' ? UNKNOWN_AS_ANSWERED : result;
      return [position, stored.status, atMs, stored.errorType, stored.errorMessage, body, undefined, ...told];
    }
  }
}

function readRow(row: InferOutput<typeof storedRow>): [number, RecipientResult] {
  const [position, , atMs, , errorMessage, body, providerMessageId, ...told] = row;
  const [providerRequestId, providerReason, attempts, sinceMs, sentFrom] = told;
  const common = {
    atMs,
    ...(typeof body === 'string' && { body }),
    ...(typeof providerRequestId === 'string' && { providerRequestId }),
    ...(typeof providerReason === 'string' && { providerReason }),
    ...(typeof attempts === 'number' && { attempts }),
    ...(typeof sinceMs === 'number' && { sinceMs }),
    ...(typeof sentFrom === 'string' && { sentFrom }),
  };
  switch (row[1]) {
    case 'sent':
      return [
        position,
        { status: 'sent', ...common, ...(typeof providerMessageId === 'string' && { providerMessageId }) },
      ];
    case 'skipped':
      return [position, { status: 'skipped', ...common, reason: row[3] }];
    case 'failed':
      return [
        position,
        readFailure({ ...common, errorType: row[3] ?? 'unknown', errorMessage: errorMessage ?? undefined }),
      ];
  }
}

function readFailure(
  failure: Omit<Extract<RecipientResult, { status: 'failed' }>, 'status'>,
): RecipientResult {
  if (failure.errorType !== UNKNOWN_AS_ANSWERED.errorType) return { status: 'failed', ...failure };
  const { errorType: _type, errorMessage: _message, ...rest } = failure;
  return { status: 'unknown', ...rest };
}

export function countsOf(results: Iterable<RecipientResult>): JobCounts {
  const counts = { ...NO_COUNTS };
  for (const { status } of results) {
    counts[status]++;
    // An unknown outcome also counts as failed.
    if (status === 'unknown') counts.failed++;
  }
  return counts;
}

/** Returns the number of skipped recipients by reason. */
export function skipsOf(results: Iterable<RecipientResult>): Record<string, number> {
  const skips: Record<string, number> = {};
  for (const result of results) {
    if (result.status === 'skipped') skips[result.reason] = (skips[result.reason] ?? 0) + 1;
  }
  return skips;
}

export function addSkips(
  a: Readonly<Record<string, number>> = {},
  b: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const sum = { ...a };
  for (const [reason, count] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}
