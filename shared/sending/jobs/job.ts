import type { Item } from '../../platform/store/item';
import type { DropCounts } from './drop-reason';
import type { Charge } from '../../accounts/charge';
import { dueAttributes, jobKey } from '../../platform/store/keys';

export type JobKind = 'broadcast' | 'batch';

/** `cancelled` stays to the end; `completedAt` tells when the last recipient had its end. */
export type JobStatus = 'queued' | 'processing' | 'completed' | 'cancelled';

/** How many recipients have ended how. `unknown` are those of `failed` whose hand-over nobody knows the outcome of. */
export interface Tally {
  sent: number;
  failed: number;
  skipped: number;
  unknown: number;
}

export const NO_TALLY: Tally = { sent: 0, failed: 0, skipped: 0, unknown: 0 };

/** **Source:** rules 2.2. */
export interface Job {
  id: string;
  accountId: string;
  kind: JobKind;
  from: string;
  /** The broadcast's own; a batch has one for each recipient. */
  body: string | undefined;
  mediaUrl: string | undefined;
  totalRecipients: number;
  /** How many of the request acceptance left out; absent in what was stored before they were kept. */
  dropped?: DropCounts | undefined;
  status: JobStatus;
  chunkCount: number;
  chunksDone: number;
  /** Chunks that are worked on at once; the others follow as these end. A slow number must not take all workers. */
  chunksAtOnce: number;
  /** Of the chunks that are done. */
  tally: Tally;
  /** Given back for each recipient who is not handed over. */
  chargePerRecipient: Charge;
  /** Given back when nobody was handed over. */
  baseCharge: Charge;
  /** Begins the tracking tokens of the job's messages; absent when no body has a tracking link. */
  linkToken: string | undefined;
  /** Hides the recipients in those tokens; absent in what was stored before they were hidden. */
  linkKey?: string | undefined;
  createdAt: string;
  startedAt: string | undefined;
  completedAt: string | undefined;
}

/** Everything of a job is kept for 90 days. */
export const JOB_KEPT_FOR_SECONDS = 90 * 24 * 60 * 60;
/** How often the timer looks whether a job is still being worked on. */
export const JOB_CHECK_INTERVAL_MS = 30_000;

export function jobItem(job: Job): Item {
  return {
    ...jobKey(job.id),
    ...(job.completedAt === undefined && nextCheck(job.id, new Date(job.createdAt))),
    entity: 'job',
    ...job,
    expiresAtEpochSeconds: expiryOf(job),
  };
}

export function expiryOf(job: Pick<Job, 'createdAt'>): number {
  return Math.floor(Date.parse(job.createdAt) / 1000) + JOB_KEPT_FOR_SECONDS;
}

/** Attributes that bring an unfinished job up again. */
export function nextCheck(jobId: string, now: Date) {
  const dueAt = new Date(now.getTime() + JOB_CHECK_INTERVAL_MS).toISOString();
  return dueAttributes('JOB', { id: jobId, dueAt });
}

export function readJob(item: Item): Job {
  return item as unknown as Job;
}

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    sent: a.sent + b.sent,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    unknown: a.unknown + b.unknown,
  };
}

export function endedCount(tally: Tally): number {
  return tally.sent + tally.failed + tally.skipped;
}

/** The job as accepted: exactly the fields of rules 2.2. */
export function presentAcceptedJob(job: Job): Record<string, unknown> {
  const { id, from, body, totalRecipients, status, createdAt } = job;
  return {
    id,
    from,
    ...(job.kind === 'broadcast' && { body: body ?? '' }),
    totalRecipients,
    status,
    createdAt,
  };
}

/**
 * The job as read back.
 *
 * @param tally of all chunks, those being worked on included
 */
export function presentJob(job: Job, tally: Tally): Record<string, unknown> {
  const { sent, failed, skipped } = tally;
  return {
    ...presentAcceptedJob(job),
    counts: { pending: job.totalRecipients - endedCount(tally), sent, failed, skipped },
    ...(job.startedAt !== undefined && { startedAt: job.startedAt }),
    ...(job.completedAt !== undefined && { completedAt: job.completedAt }),
  };
}
