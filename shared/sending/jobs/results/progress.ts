import type { Item } from '../../../platform/store/item';
import { progressKey } from '../../../platform/store/keys';
import { expiryOf, type Job, NO_TALLY, type Tally } from '../job';

/** A recipient whom the provider was not available for. */
export interface Retry {
  position: number;
  attempts: number;
  /** Epoch milliseconds. */
  notBeforeMs: number;
  /** When it was first tried; epoch milliseconds. */
  sinceMs: number;
}

/** Written before a handful of hand-overs: whoever finds it without its results knows who may have been reached. */
export interface InFlight {
  group: number;
  /** May have been handed over. */
  positions: number[];
  /** Ended without a hand-over; their results are written together with the others'. */
  ended: number[];
}

/** How far a chunk has got. Written by the one worker that holds the lease. */
export interface Progress {
  /** Grows by one with each writing; whoever writes must have seen the one before. */
  revision: number;
  jobId: string;
  chunk: number;
  /** How many recipients the chunk has. */
  size: number;
  state: 'open' | 'done';
  /** The lease: who, and until when (ISO). Every write of the holder renews it. */
  owner: string | undefined;
  leaseUntil: string | undefined;
  /** The first position that nobody has begun. */
  nextPosition: number;
  inFlight: InFlight | undefined;
  retries: Retry[];
  /** Nothing can be done for the chunk before this time; ISO. */
  parkedUntil: string | undefined;
  tally: Tally;
}

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
    tally: NO_TALLY,
  };
}

export function progressItem(progress: Progress, job: Job): Item {
  return {
    ...progressKey(progress.jobId, progress.chunk),
    ...progress,
    expiresAtEpochSeconds: expiryOf(job),
  };
}

export function readProgress(item: Item): Progress {
  return {
    ...(item as unknown as Progress),
    owner: item.owner as string | undefined,
    leaseUntil: item.leaseUntil as string | undefined,
    inFlight: item.inFlight as InFlight | undefined,
    parkedUntil: item.parkedUntil as string | undefined,
  };
}

/** A queue's delay may be over a little early. */
const PARKED_TOLERANCE_MS = 1_000;

export function isParked(progress: Progress, now: Date): boolean {
  if (progress.parkedUntil === undefined) return false;
  return Date.parse(progress.parkedUntil) > now.getTime() + PARKED_TOLERANCE_MS;
}

export function isLeased(progress: Progress, now: Date): boolean {
  return progress.owner !== undefined && Date.parse(progress.leaseUntil ?? '') > now.getTime();
}
