import {
  array,
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
import { isSenderId } from '../../phone-numbers/e164';
import { storedCharge } from '../../accounts/stored-charge';
import { isPacedInLane } from './lanes';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { dueAttributes, jobKey, jobListKey } from '../../platform/store/keys';

/** Number of recipients by how they ended. `unknown` ones are also counted as `failed`. */
export const storedCounts = object({
  sent: number(),
  failed: number(),
  skipped: number(),
  unknown: number(),
});
export type JobCounts = InferOutput<typeof storedCounts>;

export const NO_COUNTS: JobCounts = { sent: 0, failed: 0, skipped: 0, unknown: 0 };

/** **Source:** rules 2.2. */
const storedJob = defineItem({
  entity: 'job',
  key: jobKey,
  value: object({
    id: string(),
    accountId: string(),
    kind: picklist(['broadcast', 'batch', 'campaign']),
    /** Campaign of which this job carries out a part; only for a job of a campaign. */
    campaignId: optional(string()),
    /** Id under which the job is counted as well; only for a run of an automation. */
    runId: optional(string()),
    from: string(),
    /** Body for all recipients; absent for a batch, where each recipient has its own. */
    body: optional(string()),
    mediaUrl: optional(string()),
    totalRecipients: number(),
    /** Number of recipients that acceptance dropped, by reason; absent for a campaign. */
    dropped: optional(object({ notOptedIn: number(), hardOptedOut: number(), keyConsumed: number() })),
    /** `cancelled` is final; `completedAt` is when the last recipient had its result. */
    status: picklist(['queued', 'processing', 'completed', 'cancelled']),
    chunkCount: number(),
    chunksDone: number(),
    /**
     * Number of chunks that are worked on at once; the end of each starts another. A slow number must not occupy all
     * workers.
     */
    chunksAtOnce: number(),
    /** Only for a job on a sender. */
    lanes: optional(object({ sizes: array(number()), paced: number() })),
    /** Set when the sender is so slow that one worker serves many such jobs. */
    isPaced: optional(literal(true)),
    /** Set when people of an automation wait for the end of the job before they go on. */
    isAwaited: optional(literal(true)),
    /** True when the ways have ended of people whom it did not reach; only for a job of an automation. */
    isSettled: optional(literal(true)),
    /** Counts of the chunks that are done. */
    counts: storedCounts,
    /** Number of skipped recipients by reason; only for a campaign's job. */
    skippedBy: optional(record(string(), number())),
    /** Charge that is refunded for each recipient whose message is not sent. */
    chargePerRecipient: storedCharge,
    /** Charge that is refunded when no message of the job was sent. */
    baseCharge: storedCharge,
    /** Prefix of the tracking tokens of the job's messages; absent when no body has a tracking link. */
    linkToken: optional(string()),
    /** Key that encrypts the recipients' places in those tokens. */
    linkKey: optional(string()),
    /** Set when the provider is told of the first click on each message, or an answer; only with tracking links. */
    expectsFeedback: optional(literal(true)),
    /** The account's retention when the job was accepted. */
    retentionDays: union([number(), literal('none')]),
    createdAt: string(),
    startedAt: optional(string()),
    completedAt: optional(string()),
    /**
     * Time since which the timer has found chunks without a worker while their hints may still wait in a queue that is
     * not empty.
     */
    waitingSince: optional(string()),
  }),
});
export type Job = ValueOf<typeof storedJob>;

/** Returns the sender of a job; `undefined` when it is sent from a number. */
export const senderIdOf = ({ from }: Pick<Job, 'from'>): string | undefined =>
  isSenderId(from) ? from : undefined;

/** Returns what decides on which queue a chunk of a job goes. */
export function queueOf(job: Pick<Job, 'isPaced' | 'lanes'>, chunk: number): { isPaced?: true | undefined } {
  if (!job.lanes) return { isPaced: job.isPaced };
  return { isPaced: isPacedInLane(job.lanes, chunk) || undefined };
}
/** Kinds of job that a client submits and reads. */
export type JobKind = Exclude<Job['kind'], 'campaign'>;
/** Job that a client submitted. */
export type RequestedJob = Job & { kind: JobKind };
export const isRequested = (job: Job): job is RequestedJob => job.kind !== 'campaign';
export type JobStatus = Job['status'];

export const readJob = storedJob.read;

/** Entry of a job in the account's list of jobs. */
export const listedJobItem = defineItem({
  entity: 'listedJob',
  key: ({ accountId, jobId }: { accountId: string; jobId: string }) => jobListKey(accountId, jobId),
  value: object({ jobId: string() }),
});

/** Time for which receipts of recipients are kept: as long as most jobs, because without the job they say nothing. */
export const RECEIPTS_KEPT_FOR_SECONDS = DEFAULT_RETENTION_DAYS * 24 * 60 * 60;
/** Interval at which the timer checks whether a job's chunks are leased. */
export const JOB_CHECK_INTERVAL_MS = 30_000;

export function jobItem(job: Job): Item {
  return {
    ...storedJob.item(job.id, job),
    // The timer checks a campaign's job only once the job has been started.
    ...(job.completedAt === undefined &&
      job.kind !== 'campaign' &&
      nextCheck(job.id, new Date(job.createdAt))),
    expiresAtEpochSeconds: expiryOf(job),
  };
}

/** Returns when all items of a job may be deleted, in epoch seconds; `undefined` when they are kept forever. */
export function expiryOf({
  createdAt,
  retentionDays,
}: Pick<Job, 'createdAt' | 'retentionDays'>): number | undefined {
  return retainedUntil(retentionDays, createdAt, MIN_JOB_RETENTION_DAYS);
}

/** Returns the attributes that make an unfinished job due for its next check. */
export function nextCheck(jobId: string, now: Date, inMs = JOB_CHECK_INTERVAL_MS) {
  const dueAt = new Date(now.getTime() + inMs).toISOString();
  return dueAttributes('JOB', { id: jobId, dueAt });
}

/** Returns true when every recipient was, or may have been, sent to. */
export const areAllReached = ({ failed, unknown, skipped }: JobCounts): boolean =>
  failed - unknown + skipped === 0;

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

/** Presents a job as accepted, with exactly the fields of rules 2.2. */
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

/** Returns the number of recipients without an outcome. */
export const pendingOf = ({ totalRecipients }: Pick<Job, 'totalRecipients'>, counts: JobCounts): number =>
  totalRecipients - endedCount(counts);

/**
 * Presents a job with its progress.
 *
 * @param counts counts of all chunks, including those being worked on
 */
export function presentJob(job: Job, counts: JobCounts): Record<string, unknown> {
  const { sent, failed, skipped } = counts;
  return {
    ...presentAcceptedJob(job),
    counts: { pending: pendingOf(job, counts), sent, failed, skipped },
    ...(job.startedAt !== undefined && { startedAt: job.startedAt }),
    ...(job.completedAt !== undefined && { completedAt: job.completedAt }),
  };
}
