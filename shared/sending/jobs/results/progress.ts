import {
  array,
  type InferOutput,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  string,
  transform,
} from 'valibot';
import type { Item } from '../../../platform/store/item';
import { progressKey } from '../../../platform/store/keys';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import { expiryOf, type Job, NO_COUNTS, storedCounts } from '../job';

/** Recipient that is tried again. */
const storedRetry = object({
  position: number(),
  attempts: number(),
  /** Epoch milliseconds. */
  notBeforeMs: number(),
  /** Time of the first attempt; epoch milliseconds. */
  sinceMs: number(),
});
export type Retry = InferOutput<typeof storedRetry>;

/**
 * Send batch in flight, stored before it is handed over: a worker that finds it without results knows which recipients
 * may have been sent to.
 */
const storedInFlight = pipe(
  object({
    group: number(),
    /** Recipients that may have been sent to. */
    positions: array(number()),
    /** Recipients that ended without a hand-over; their results are written together with those of the others. */
    ended: array(number()),
  }),
  transform(({ group, positions, ended }) => ({ page: group, positions, ended })),
);

/** Progress of a chunk, written only by the worker that holds its lease. */
const storedProgress = defineItem({
  entity: 'progress',
  key: ({ jobId, chunk }: { jobId: string; chunk: number }) => progressKey(jobId, chunk),
  value: object({
    /** Increases by one with each write: a writer must have read the previous revision. */
    revision: number(),
    jobId: string(),
    chunk: number(),
    /** Number of recipients of the chunk. */
    size: number(),
    state: picklist(['open', 'done']),
    /** Holder of the lease; it ends at `leaseUntil` (ISO). Every write of the holder renews it. */
    owner: optional(string()),
    leaseUntil: optional(string()),
    /** First position that was not started. */
    nextPosition: number(),
    inFlight: optional(storedInFlight),
    retries: array(storedRetry),
    /** Recipients of a campaign that wait for their hours, grouped by when those begin; epoch milliseconds. */
    waiting: optional(array(object({ untilMs: number(), positions: array(number()) }))),
    /** Time until which the chunk is parked; ISO. */
    parkedUntil: optional(string()),
    counts: storedCounts,
    /** Number of skipped recipients by reason; only for a campaign's chunk. */
    skippedBy: optional(record(string(), number())),
  }),
});
export type Progress = ValueOf<typeof storedProgress>;

export const readProgress = storedProgress.read;

/**
 * Lease of a chunk, longer than a hand-over with its timeout; after it a dead worker's chunk is continued by another
 * worker.
 */
export const CHUNK_LEASE_MS = 30_000;

export function newProgress(options: { job: Job; chunk: number; size: number }): Progress {
  return {
    revision: 0,
    jobId: options.job.id,
    chunk: options.chunk,
    size: options.size,
    state: 'open',
    owner: undefined,
    leaseUntil: undefined,
    nextPosition: 0,
    parkedUntil: undefined,
    inFlight: undefined,
    retries: [],
    counts: NO_COUNTS,
  };
}

export function progressItem(progress: Progress, job: Job): Item {
  const { inFlight } = progress;
  return {
    ...storedProgress.item(progress, progress),
    inFlight: inFlight && { group: inFlight.page, positions: inFlight.positions, ended: inFlight.ended },
    expiresAtEpochSeconds: expiryOf(job),
  };
}

/** Tolerance for queue messages that arrive slightly before their delay is over. */
const PARKED_TOLERANCE_MS = 1_000;

export function isParked(progress: Progress, now: Date): boolean {
  if (progress.parkedUntil === undefined) return false;
  return Date.parse(progress.parkedUntil) > now.getTime() + PARKED_TOLERANCE_MS;
}
