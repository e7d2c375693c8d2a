import {
  type InferOutput,
  literal,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import type { Item } from '../../platform/store/item';
import { retainedUntil } from '../../accounts/retention';
import { DEFAULT_RETENTION_DAYS, MIN_JOB_RETENTION_DAYS } from '../../limits';
import { storedCharge } from '../../accounts/stored-charge';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { dueAttributes, jobKey, jobListKey } from '../../platform/store/keys';

/** How many recipients ended in each way. Those of `unknown` are among those of `failed`. */
export const storedCounts = object({
  sent: number(),
  failed: number(),
  skipped: number(),
  unknown: number(),
});
export type JobCounts = InferOutput<typeof storedCounts>;

export const NO_COUNTS: JobCounts = { sent: 0, failed: 0, skipped: 0, unknown: 0 };

/** **Source:** rules 2.2. */
export const storedJob = defineItem({
  entity: 'job',
  key: jobKey,
  value: object({
    id: string(),
    accountId: string(),
    kind: picklist(['broadcast', 'batch', 'campaign']),
    /** The campaign that a job of this kind carries a part of. */
    campaignId: optional(string()),
    from: string(),
    /** Of all recipients; a batch has one for each recipient. */
    body: optional(string()),
    mediaUrl: optional(string()),
    totalRecipients: number(),
    /** Numbers of recipients that acceptance dropped, by reason; a campaign has none. */
    dropped: optional(object({ notOptedIn: number(), hardOptedOut: number(), keyConsumed: number() })),
    /** `cancelled` stays to the end; `completedAt` says when the last recipient had its result. */
    status: picklist(['queued', 'processing', 'completed', 'cancelled']),
    chunkCount: number(),
    chunksDone: number(),
    /** Chunks that are worked on at once; the end of each starts another. A slow number must not take all workers. */
    chunksAtOnce: number(),
    /** Set where the sender is so slow that one worker serves many such jobs. */
    isPaced: optional(literal(true)),
    /** Of the chunks that are done. */
    counts: storedCounts,
    /** The same of a campaign's job, by reason. */
    skippedBy: optional(record(string(), number())),
    /** Refunded for each recipient that is not sent to. */
    chargePerRecipient: storedCharge,
    /** Refunded when no recipient was sent to. */
    baseCharge: storedCharge,
    /** Begins the tracking tokens of the job's messages; absent when no body has a tracking link. */
    linkToken: optional(string()),
    /** Hides the recipients in those tokens. */
    linkKey: optional(string()),
    /** The account's setting when the job was accepted. */
    retentionDays: union([number(), literal('none')]),
    createdAt: string(),
    startedAt: optional(string()),
    completedAt: optional(string()),
    /** Since when the timer finds chunks without a worker, whose hints may wait in a queue that is not empty. */
    waitingSince: optional(string()),
  }),
});
export type Job = ValueOf<typeof storedJob>;
/** What clients send and read as such. */
export type JobKind = Exclude<Job['kind'], 'campaign'>;
/** A job that a client sent. */
export type RequestedJob = Job & { kind: JobKind };
export const isRequested = (job: Job): job is RequestedJob => job.kind !== 'campaign';
export type JobStatus = Job['status'];

export const readJob = storedJob.read;

/** Its place in the account's list of jobs. */
export const listedJobItem = defineItem({
  entity: 'listedJob',
  key: ({ accountId, jobId }: { accountId: string; jobId: string }) => jobListKey(accountId, jobId),
  value: object({ jobId: string() }),
});

/** What is reported of recipients says nothing without the job; it is kept for as long as most jobs. */
export const RECEIPTS_KEPT_FOR_SECONDS = DEFAULT_RETENTION_DAYS * 24 * 60 * 60;
/** How often the timer checks whether a job's chunks are leased. */
export const JOB_CHECK_INTERVAL_MS = 30_000;

export function jobItem(job: Job): Item {
  return {
    ...storedJob.item(job.id, job),
    // A campaign's job is looked at from when it is started.
    ...(job.completedAt === undefined &&
      job.kind !== 'campaign' &&
      nextCheck(job.id, new Date(job.createdAt))),
    expiresAtEpochSeconds: expiryOf(job),
  };
}

/** When everything of a job may be deleted, in epoch seconds; `undefined` when it is kept for good. */
export function expiryOf({
  createdAt,
  retentionDays,
}: Pick<Job, 'createdAt' | 'retentionDays'>): number | undefined {
  return retainedUntil(retentionDays, createdAt, MIN_JOB_RETENTION_DAYS);
}

/** Attributes that make an unfinished job due for the next check. */
export function nextCheck(jobId: string, now: Date, inMs = JOB_CHECK_INTERVAL_MS) {
  const dueAt = new Date(now.getTime() + inMs).toISOString();
  return dueAttributes('JOB', { id: jobId, dueAt });
}

export function addCounts(a: JobCounts, b: JobCounts): JobCounts {
  return {
    sent: a.sent + b.sent,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    unknown: a.unknown + b.unknown,
  };
}

export function endedCount(counts: JobCounts): number {
  return counts.sent + counts.failed + counts.skipped;
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
 * @param counts of all chunks, those being worked on included
 */
export function presentJob(job: Job, counts: JobCounts): Record<string, unknown> {
  const { sent, failed, skipped } = counts;
  return {
    ...presentAcceptedJob(job),
    counts: { pending: job.totalRecipients - endedCount(counts), sent, failed, skipped },
    ...(job.startedAt !== undefined && { startedAt: job.startedAt }),
    ...(job.completedAt !== undefined && { completedAt: job.completedAt }),
  };
}
