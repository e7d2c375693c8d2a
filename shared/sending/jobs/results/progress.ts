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

/** A recipient that is tried again. */
const storedRetry = object({
  position: number(),
  attempts: number(),
  /** Epoch milliseconds. */
  notBeforeMs: number(),
  /** When it was first tried; epoch milliseconds. */
  sinceMs: number(),
});
export type Retry = InferOutput<typeof storedRetry>;

/** Written ahead of a send batch: a worker that finds it without its results knows who may have been sent to. */
const storedInFlight = pipe(
  object({
    group: number(),
    /** May have been sent to. */
    positions: array(number()),
    /** Ended without a send; their results are written together with the others'. */
    ended: array(number()),
  }),
  transform(({ group, positions, ended }) => ({ page: group, positions, ended })),
);

/** How far a chunk is. Written by the one worker that holds the lease. */
const storedProgress = defineItem({
  entity: 'progress',
  key: ({ jobId, chunk }: { jobId: string; chunk: number }) => progressKey(jobId, chunk),
  value: object({
    /** Grows by one with each write: a writer must have read the one before. */
    revision: number(),
    jobId: string(),
    chunk: number(),
    /** How many recipients the chunk has. */
    size: number(),
    state: picklist(['open', 'done']),
    /** The lease: the worker, and until when (ISO). Every write of the holder renews it. */
    owner: optional(string()),
    leaseUntil: optional(string()),
    /** The first position that was not started. */
    nextPosition: number(),
    inFlight: optional(storedInFlight),
    retries: array(storedRetry),
    /** Recipients of a campaign whose hours are to come, by when that is; epoch milliseconds. */
    waiting: optional(array(object({ untilMs: number(), positions: array(number()) }))),
    /** Nothing can be done for the chunk before this time; ISO. */
    parkedUntil: optional(string()),
    counts: storedCounts,
    /** Of a campaign's chunk: those skipped, by reason. */
    skippedBy: optional(record(string(), number())),
  }),
});
export type Progress = ValueOf<typeof storedProgress>;

export const readProgress = storedProgress.read;

/** Outlives a hand-over with its time-out; a dead worker's chunk is taken up after it. */
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

/** A queue's delay may be over a little early. */
const PARKED_TOLERANCE_MS = 1_000;

export function isParked(progress: Progress, now: Date): boolean {
  if (progress.parkedUntil === undefined) return false;
  return Date.parse(progress.parkedUntil) > now.getTime() + PARKED_TOLERANCE_MS;
}
