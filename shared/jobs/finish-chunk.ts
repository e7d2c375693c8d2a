import type { Charge } from '../credits/charge';
import { isFree } from '../credits/charge';
import { returnCredits } from '../credits/credit-writes';
import { putIntoOutbox } from '../outbox/outbox';
import { updateExpression } from '../platform/expressions';
import { jobKey } from '../platform/keys';
import { pauseWithJitter } from '../platform/pause';
import type { TransactItem } from '../platform/table';
import { LeaseLostError } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { addTallies, type Job, readJob, type Tally } from './job';
import { type Progress, progressItem } from './progress';

const MAX_CONFLICTS = 30;

/**
 * Ends a chunk, in one transaction: the chunk is done, the job's counters have its results, the credits of those who
 * were not handed over are back, and the next chunk is on its way; with the last chunk the job is completed.
 */
export async function finishChunk(deps: ChunkDeps, work: ChunkWork): Promise<void> {
  let { job } = work;
  const done: Progress = { ...work.progress, state: 'done', owner: undefined, leaseUntil: undefined };
  for (let round = 1; ; round++) {
    const item = await deps.table.get(jobKey(job.id));
    if (!item) throw new LeaseLostError();
    job = readJob(item);
    const result = await deps.table.transact([
      {
        Put: {
          Item: progressItem(done, job),
          ConditionExpression: '#owner = :owner AND #state = :open',
          ExpressionAttributeNames: { '#owner': 'owner', '#state': 'state' },
          ExpressionAttributeValues: { ':owner': work.progress.owner, ':open': 'open' },
        },
      },
      ...jobWrites(deps, { job, chunkTally: done.tally }),
    ]);
    if (result.committed) return;
    if (result.failed.some(({ index, reason }) => index === 0 && reason === 'conditionFailed')) {
      throw new LeaseLostError();
    }
    if (round === MAX_CONFLICTS) throw new Error('Finishing a chunk kept conflicting');
    await pauseWithJitter(round);
  }
}

function jobWrites(deps: ChunkDeps, options: { job: Job; chunkTally: Tally }): TransactItem[] {
  const { job, chunkTally } = options;
  const tally = addTallies(job.tally, chunkTally);
  const chunksDone = job.chunksDone + 1;
  const isLast = chunksDone === job.chunkCount;
  const now = deps.clock.now();
  const returned = creditsToReturn({ job, chunkTally, tally, isLast });
  const next = chunksDone + job.chunksAtOnce;
  return [
    {
      Update: {
        Key: jobKey(job.id),
        ...updateExpression(
          {
            set: {
              tally,
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
    ...(next <= job.chunkCount && job.status !== 'cancelled'
      ? [
          putIntoOutbox({
            id: deps.ids.next('out'),
            now,
            entry: {
              kind: 'job',
              jobId: job.id,
              accountId: job.accountId,
              from: job.from,
              firstChunk: next,
              lastChunk: next,
            },
          }),
        ]
      : []),
  ];
}

/** What was taken for those who were not handed over. An unknown outcome keeps its charge. */
function creditsToReturn(options: { job: Job; chunkTally: Tally; tally: Tally; isLast: boolean }): Charge {
  const { job, chunkTally, tally, isLast } = options;
  const notHandedOver = chunkTally.skipped + chunkTally.failed - chunkTally.unknown;
  const wasNobodyHandedOver = isLast && tally.sent + tally.unknown === 0;
  return {
    sms: notHandedOver * job.chargePerRecipient.sms + (wasNobodyHandedOver ? job.baseCharge.sms : 0),
    mms: notHandedOver * job.chargePerRecipient.mms + (wasNobodyHandedOver ? job.baseCharge.mms : 0),
  };
}
