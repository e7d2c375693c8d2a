import type { Item } from '../../../platform/store/item';
import { resultKey } from '../../../platform/store/keys';
import { isOutcomeUnknown } from '../../../messages/outcome';
import { expiryOf, type Job, NO_TALLY, type Tally } from '../job';
import { pack, unpack } from '../packing';

/** Why a recipient was not handed over although accepted. */
export type SkipReason = 'opted_out' | 'not_opted_in' | 'key_consumed' | 'key_in_use' | 'cancelled';

/** How a recipient ended. */
export interface RecipientResult {
  status: 'sent' | 'failed' | 'skipped';
  atMs: number;
  /** The provider's own id; only of `sent`, where the provider has answered. */
  providerMessageId?: string | undefined;
  /** Only of `skipped`. */
  reason?: SkipReason | undefined;
  /** Only of `failed`. */
  errorType?: string | undefined;
  errorMessage?: string | undefined;
  /** The text as sent, where it differs from the text as accepted. */
  body?: string | undefined;
}

/** Results by position in the chunk. */
export type GroupResults = Map<number, RecipientResult>;

/** Recipients whose results share an item. */
export const GROUP_SIZE = 25;

export const groupOf = (position: number) => Math.floor(position / GROUP_SIZE);

/** Positions of a group, in a chunk of `size`. */
export function positionsOf(group: number, size: number): number[] {
  const first = group * GROUP_SIZE;
  return Array.from({ length: Math.max(0, Math.min(GROUP_SIZE, size - first)) }, (_, index) => first + index);
}

type Cell = string | undefined;
type Row = [number, string, number, Cell?, Cell?, Cell?, Cell?];

/**
 * Writes the results of a group anew.
 *
 * @param revision grows by one with each writing; whoever writes must have seen the one before
 */
export function resultItem(options: {
  job: Job;
  chunk: number;
  group: number;
  results: GroupResults;
  revision: number;
}): Item {
  const { job, chunk, group, results, revision } = options;
  const rows: Row[] = [...results].map(
    ([position, { status, atMs, reason, errorType, errorMessage, body, providerMessageId }]) => [
      position,
      status,
      atMs,
      reason ?? errorType,
      errorMessage,
      body,
      providerMessageId,
    ],
  );
  return {
    ...resultKey(job.id, chunk, group),
    revision,
    data: pack(rows),
    expiresAtEpochSeconds: expiryOf(job),
  };
}

export function readResults(item: Item | undefined): { results: GroupResults; revision: number } {
  if (!item) return { results: new Map(), revision: 0 };
  const rows = unpack(item.data) as Row[];
  return {
    revision: item.revision as number,
    results: new Map(
      rows.map(([position, status, atMs, cause, errorMessage, body, providerMessageId]) => [
        position,
        {
          status: status as RecipientResult['status'],
          atMs,
          ...(status === 'skipped' ? { reason: cause as SkipReason } : {}),
          ...(status === 'failed' ? { errorType: cause, errorMessage: errorMessage ?? undefined } : {}),
          ...(body === undefined || body === null ? {} : { body }),
          ...(providerMessageId === undefined || providerMessageId === null ? {} : { providerMessageId }),
        },
      ]),
    ),
  };
}

export function tallyOf(results: Iterable<RecipientResult>): Tally {
  const tally = { ...NO_TALLY };
  for (const result of results) {
    tally[result.status]++;
    if (isOutcomeUnknown(result)) tally.unknown++;
  }
  return tally;
}
