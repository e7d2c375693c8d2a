import type { Charge } from '../../../accounts/charge';
import { isFree } from '../../../accounts/charge';
import { returnCredits } from '../../../accounts/credit-writes';
import { queueJobCompleted } from '../../../events/job-event';
import { type OutboxEntry, putIntoOutbox } from '../../../outbox/outbox';
import { jobKey } from '../../../platform/store/keys';
import { pauseWithJitter } from '../../../platform/pause';
import type { TransactItem } from '../../../platform/store/table';
import { LeaseLostError, releaseProgress } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { addTallies, type Job, readJob, type Tally } from '../job';
import type { Progress } from '../results/progress';
import { tallyExpression } from './tally-writes';

const MAX_CONFLICTS = 30;
/** Receipts of hand-overs without an answer are looked for this much later: most have come by then. */
const LOOK_FOR_RECEIPTS_AFTER_SECONDS = 10;

/**
 * Ends a chunk, in one transaction: the chunk is done, the job's counters have its results, the credits of those who
 * were not handed over are back, and the next chunk is on its way; with the last chunk the job is completed, and the
 * account is told.
 */
export async function finishChunk(deps: ChunkDeps, work: ChunkWork): Promise<void> {
  const done: Progress = { ...work.progress, state: 'done' };
  let item = await deps.table.get(jobKey(work.job.id));
  for (let round = 1; ; round++) {
    if (!item) throw new LeaseLostError();
    const job = readJob(item);
    const result = await deps.table.transact([
      releaseProgress(done, job),
      ...jobWrites(deps, { job, chunk: work.chunk, chunkTally: done.tally }),
    ]);
    if (result.committed) return;
    if (result.failed.some(({ index, reason }) => index === 0 && reason === 'conditionFailed')) {
      throw new LeaseLostError();
    }
    if (round === MAX_CONFLICTS) throw new Error('Finishing a chunk kept conflicting');
    // Where another chunk has just ended, the refusal comes with the job as it is now.
    item = result.failed.find(({ index }) => index === 1)?.found;
    if (item) continue;
    await pauseWithJitter(round, deps.pause);
    item = await deps.table.get(jobKey(work.job.id));
  }
}

function jobWrites(deps: ChunkDeps, options: { job: Job; chunk: number; chunkTally: Tally }): TransactItem[] {
  const { job, chunk, chunkTally } = options;
  const chunksDone = job.chunksDone + 1;
  const isLast = chunksDone === job.chunkCount;
  const now = deps.clock.now();
  const returned = creditsToReturn({ job, chunkTally, isLast });
  const next = chunksDone + job.chunksAtOnce;
  const outbox = (entry: Pick<OutboxEntry & { kind: 'job' }, 'firstChunk' | 'lastChunk' | 'delaySeconds'>) =>
    putIntoOutbox({
      id: deps.ids.next('out'),
      now,
      entry: { kind: 'job', jobId: job.id, accountId: job.accountId, from: job.from, ...entry },
    });
  return [
    {
      Update: {
        Key: jobKey(job.id),
        ...tallyExpression(
          chunkTally,
          {
            set: {
              chunksDone,
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
    },
    ...(isFree(returned) ? [] : [returnCredits(job.accountId, returned)]),
    ...(isLast
      ? [
          queueJobCompleted(deps.ids, {
            job,
            status: job.status === 'cancelled' ? 'cancelled' : 'completed',
            tally: addTallies(job.tally, chunkTally),
            now,
          }),
        ]
      : []),
    ...(next <= job.chunkCount && job.status !== 'cancelled'
      ? [outbox({ firstChunk: next, lastChunk: next })]
      : []),
    ...(chunkTally.unknown > 0
      ? [outbox({ firstChunk: chunk, lastChunk: chunk, delaySeconds: LOOK_FOR_RECEIPTS_AFTER_SECONDS })]
      : []),
  ];
}

/** What was taken for those who were not handed over. An unknown outcome keeps its charge. */
function creditsToReturn(options: { job: Job; chunkTally: Tally; isLast: boolean }): Charge {
  const { job, chunkTally, isLast } = options;
  const notHandedOver = chunkTally.skipped + chunkTally.failed - chunkTally.unknown;
  const all = addTallies(job.tally, chunkTally);
  const wasNobodyHandedOver = isLast && all.sent + all.unknown === 0;
  return {
    sms: notHandedOver * job.chargePerRecipient.sms + (wasNobodyHandedOver ? job.baseCharge.sms : 0),
    mms: notHandedOver * job.chargePerRecipient.mms + (wasNobodyHandedOver ? job.baseCharge.mms : 0),
  };
}
