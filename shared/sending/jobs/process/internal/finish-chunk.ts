import { addCharges, type Charge, isFree, NO_CHARGE } from '../../../../accounts/charge';
import { returnCredits } from '../../../../accounts/credit-writes';
import { queueJobCompleted } from '../../../../events/job-event';
import { type OutboxEntry, putIntoOutbox } from '../../../../outbox/outbox';
import { jobKey } from '../../../../platform/store/keys';
import { commit, required } from '../../../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../../../platform/store/table';
import { countTogether } from '../../../../statistics/daily-statistics';
import { readSendId } from '../../../../automations/record/send-id';
import type { Campaign } from '../../../../campaigns/record/campaign';
import { countInCampaign } from './campaign-counts';
import { readCampaignOf } from './campaign-turn';
import { LeaseLostError, releaseProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { addCounts, areAllReached, isRequested, type Job, queueOf, readJob, type JobCounts } from '../../job';
import { nextInLane } from '../../lanes';
import { addSkips } from '../../results/result';
import { baseChargeToReturn, campaignConsequences, campaignUpdate } from './end-campaign-job';
import type { Progress } from '../../results/progress';
import { countsExpression } from './count-writes';

/**
 * Attempts of the transaction: all chunks of a small job end at about the same time, and each of them changes the job.
 */
const ATTEMPTS = 30;
/**
 * Delay after which receipts are looked for when the provider did not answer a hand-over: most have arrived by then.
 */
const LOOK_FOR_RECEIPTS_AFTER_SECONDS = 10;

/**
 * Ends a chunk in one transaction: marks it as done, adds its results to the job's counts, refunds the credits of
 * recipients whose message was not sent, and queues the next chunk. The last chunk completes the job, with an event.
 *
 * @returns the chunk that was queued
 * @throws LeaseLostError
 */
export async function finishChunk(deps: ChunkDeps, work: ChunkWork): Promise<number | undefined> {
  const done: Progress = { ...work.progress, state: 'done' };
  let item = await deps.table.get(jobKey(work.job.id));
  return retryOnConflict(
    deps.table.waits,
    async () => {
      if (!item) throw new LeaseLostError();
      const job = readJob(item);
      const isLast = job.chunksDone + 1 === job.chunkCount;
      const end: ChunkEnd = {
        job,
        campaign: isLast && !automationOf(job) ? await readCampaignOf(deps.table, job) : undefined,
        chunk: work.chunk,
        chunkCounts: done.counts,
        chunkSkips: done.skippedBy,
        now: deps.clock.now(),
      };
      const ofCampaign = campaignEndOf(end);
      const result = await commit(deps.table, [
        { write: releaseProgress(done, job), onFail: 'leaseLost' },
        { write: jobUpdate(end), onFail: 'jobMoved' },
        ...(ofCampaign ? [{ write: campaignUpdate(ofCampaign), onFail: 'campaignMoved' as const }] : []),
        ...required(consequences(deps, end)),
      ]);
      if (result.committed) {
        await countHandedOver(deps, end);
        return nextChunk(end);
      }
      if (result.refusal === 'leaseLost') throw new LeaseLostError();
      // Another chunk has just ended: the refusal contains the current job. The campaign is read again above.
      if (result.refusal === 'jobMoved') item = result.found;
      return CONFLICT;
    },
    { attempts: ATTEMPTS },
  );
}

/**
 * Adds to the day's statistics. Not in the transaction, because the chunks of all jobs of an account would conflict
 * with each other; a chunk that has ended does not end again when the counting fails.
 */
async function countHandedOver(deps: ChunkDeps, { job, chunk, chunkCounts, now }: ChunkEnd): Promise<void> {
  const added = { sent: chunkCounts.sent, failed: chunkCounts.failed - chunkCounts.unknown };
  try {
    await countTogether(deps.table, [{ accountId: job.accountId, at: now, added }], { spread: chunk });
  } catch (error) {
    deps.log.error('Recipients of a chunk not counted', error, { chunk });
  }
}

/** End of a chunk, with what it changes in the job. */
interface ChunkEnd {
  /** The job as read; its update fails when it has changed since. */
  job: Job;
  /** The job's campaign as read; only for the last chunk. */
  campaign: Campaign | undefined;
  chunk: number;
  chunkCounts: JobCounts;
  chunkSkips: Progress['skippedBy'];
  now: Date;
}

/** Returns what the end of the job changes in its campaign; `undefined` when the job has none or goes on. */
function campaignEndOf({ job, campaign, chunkCounts, chunkSkips, now }: ChunkEnd) {
  return (
    campaign && {
      ...{ campaign, now },
      counts: addCounts(job.counts, chunkCounts),
      skippedBy: addSkips(job.skippedBy, chunkSkips),
    }
  );
}

const automationOf = ({ campaignId }: Job) => readSendId(campaignId);

/**
 * Counts the job of an automation in its step, and has the automation's worker look at people whom it did not reach, and
 * at those who wait for its end.
 */
function automationConsequences(deps: ChunkDeps, { job, chunkCounts, now }: ChunkEnd): TransactItem[] {
  const automation = automationOf(job);
  if (!automation) return [];
  const counts = addCounts(job.counts, chunkCounts);
  const { accountId, id: jobId } = job;
  const call = putIntoOutbox({
    id: deps.ids.next('out'),
    now,
    entry: { kind: 'campaign', accountId, campaignId: automation.automationId, jobId },
  });
  return [...countInCampaign(job, counts), ...(areAllReached(counts) && !job.isAwaited ? [] : [call])];
}

const isLastChunk = ({ job }: ChunkEnd) => job.chunksDone + 1 === job.chunkCount;

/** Returns the chunk that the end of this one starts. */
function nextChunk({ job, chunk }: ChunkEnd): number | undefined {
  if (job.lanes) return job.status === 'cancelled' ? undefined : nextInLane(job.lanes, chunk);
  const next = job.chunksDone + 1 + job.chunksAtOnce;
  return next <= job.chunkCount && job.status !== 'cancelled' ? next : undefined;
}

function jobUpdate(end: ChunkEnd): TransactItem {
  const { job, chunkCounts, now } = end;
  const isLast = isLastChunk(end);
  return {
    Update: {
      Key: jobKey(job.id),
      ...countsExpression(
        chunkCounts,
        {
          set: {
            chunksDone: job.chunksDone + 1,
            ...(job.kind === 'campaign' && { skippedBy: addSkips(job.skippedBy, end.chunkSkips) }),
            ...(isLast && { completedAt: now.toISOString() }),
            ...(isLast && job.status !== 'cancelled' && { status: 'completed' }),
          },
          remove: isLast ? ['gsi1pk', 'gsi1sk'] : [],
        },
        {
          values: { ':doneBefore': job.chunksDone, ':statusBefore': job.status },
          names: { '#status': 'status' },
        },
      ),
      ConditionExpression: 'chunksDone = :doneBefore AND #status = :statusBefore',
    },
  };
}

function consequences(deps: ChunkDeps, end: ChunkEnd): TransactItem[] {
  const { job, chunk, chunkCounts, now } = end;
  const isLast = isLastChunk(end);
  const ofCampaign = campaignEndOf(end);
  const returned = addCharges(
    creditsToReturn({ job, chunkCounts, isLast }),
    ofCampaign ? baseChargeToReturn(ofCampaign) : NO_CHARGE,
  );
  const next = nextChunk(end);
  const outbox = (entry: Pick<OutboxEntry & { kind: 'job' }, 'firstChunk' | 'lastChunk' | 'delaySeconds'>) =>
    putIntoOutbox({
      id: deps.ids.next('out'),
      now,
      entry: {
        kind: 'job',
        jobId: job.id,
        accountId: job.accountId,
        from: job.from,
        ...queueOf(job, entry.firstChunk),
        ...entry,
      },
    });
  return [
    ...(isLast ? automationConsequences(deps, end) : []),
    ...(isFree(returned) ? [] : [returnCredits(job.accountId, returned)]),
    ...(ofCampaign ? campaignConsequences(deps.ids, ofCampaign) : []),
    ...(isLast && isRequested(job)
      ? [
          queueJobCompleted(deps.ids, {
            job,
            status: job.status === 'cancelled' ? 'cancelled' : 'completed',
            counts: addCounts(job.counts, chunkCounts),
            now,
          }),
        ]
      : []),
    ...(next === undefined ? [] : [outbox({ firstChunk: next, lastChunk: next })]),
    ...(chunkCounts.unknown > 0
      ? [outbox({ firstChunk: chunk, lastChunk: chunk, delaySeconds: LOOK_FOR_RECEIPTS_AFTER_SECONDS })]
      : []),
  ];
}

/**
 * Returns the credits to refund for recipients whose message was not handed over. An unknown outcome keeps its charge.
 */
function creditsToReturn(options: { job: Job; chunkCounts: JobCounts; isLast: boolean }): Charge {
  const { job, chunkCounts, isLast } = options;
  const notHandedOver = chunkCounts.skipped + chunkCounts.failed - chunkCounts.unknown;
  const all = addCounts(job.counts, chunkCounts);
  const wasNobodyHandedOver = isLast && all.sent + all.unknown === 0;
  return {
    sms: notHandedOver * job.chargePerRecipient.sms + (wasNobodyHandedOver ? job.baseCharge.sms : 0),
    mms: notHandedOver * job.chargePerRecipient.mms + (wasNobodyHandedOver ? job.baseCharge.mms : 0),
  };
}
