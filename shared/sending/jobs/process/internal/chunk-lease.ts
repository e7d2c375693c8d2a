import { isHeld, leaseEnd } from '../../../../platform/store/lease';
import { jobKey } from '../../../../platform/store/keys';
import { updateExpression } from '../../../../platform/store/expressions';
import type { Platform } from '../../../../platform/platform';
import type { TransactItem } from '../../../../platform/store/table';
import { type Job, readJob } from '../../job';
import { CHUNK_LEASE_MS, type Progress, progressItem, readProgress } from '../../results/progress';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Thrown when another worker has acquired the chunk's lease: this worker stops. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Takes the lease of a chunk.
 *
 * @param options.found the progress as read; `fresh` when there was none yet
 * @returns `undefined` when the chunk is done or another worker has its lease
 */
export async function takeLease(
  deps: Deps,
  options: { job: Job; found: Progress | undefined; fresh: Progress; owner: string },
): Promise<Progress | undefined> {
  const { job, found, owner } = options;
  const now = deps.clock.now();
  if (found && (found.state === 'done' || isHeld(found, now))) return undefined;
  const progress: Progress = { ...(found ?? options.fresh), owner };
  return writeProgress(deps, { job, progress });
}

/**
 * Writes the progress of the lease's holder and renews the lease.
 *
 * @throws LeaseLostError
 */
export async function saveProgress(deps: Deps, options: { job: Job; progress: Progress }): Promise<Progress> {
  const saved = await writeProgress(deps, options);
  if (!saved) throw new LeaseLostError();
  return saved;
}

/** Returns the progress as written; `undefined` when another worker has written it meanwhile. */
async function writeProgress(
  deps: Deps,
  options: { job: Job; progress: Progress },
): Promise<Progress | undefined> {
  const { job, progress: known } = options;
  const progress: Progress = {
    ...known,
    revision: known.revision + 1,
    leaseUntil: leaseEnd(deps.clock.now(), CHUNK_LEASE_MS),
  };
  const result = await deps.table.put({ Item: progressItem(progress, job), ...isAt(known) });
  if (result.written) return progress;
  const found = result.found && readProgress(result.found);
  // After a lost response the write is repeated and finds this worker's own first write.
  const isOwn = found?.revision === progress.revision && found.owner === progress.owner;
  return isOwn ? progress : undefined;
}

/**
 * Writes the progress of the lease's holder and releases the lease.
 *
 * @throws LeaseLostError
 */
export async function giveLeaseBack(deps: Deps, options: { job: Job; progress: Progress }): Promise<void> {
  const { job, progress } = options;
  const given = released(progress);
  const result = await deps.table.put({ Item: progressItem(given, job), ...isAt(progress) });
  if (result.written) return;
  const found = result.found && readProgress(result.found);
  // After a lost response the write is repeated and finds this worker's own first write.
  if (found?.revision !== given.revision || found.owner !== undefined) throw new LeaseLostError();
}

/** Builds the write of `giveLeaseBack` for a transaction. */
export function releaseProgress(progress: Progress, job: Job): TransactItem {
  return { Put: { Item: progressItem(released(progress), job), ...isAt(progress) } };
}

const released = (progress: Progress): Progress => ({
  ...progress,
  revision: progress.revision + 1,
  owner: undefined,
  leaseUntil: undefined,
});

/**
 * Returns the condition that the progress has not been written since `known`. A write that is delayed in the network
 * fails it too.
 */
export function isAt(known: Progress) {
  if (known.revision === 0) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: 'revision = :knownRevision',
    ExpressionAttributeValues: { ':knownRevision': known.revision },
  };
}

/** Marks the job as processing, for its first worker. */
export async function startJob(deps: Deps, job: Job): Promise<Job> {
  if (job.status !== 'queued') return job;
  const result = await deps.table.update({
    Key: jobKey(job.id),
    ...updateExpression(
      { set: { status: 'processing', startedAt: deps.clock.now().toISOString() } },
      { values: { ':queued': 'queued' } },
    ),
    ConditionExpression: '#status = :queued',
  });
  const item = result.written ? result.item : result.found;
  return item ? readJob(item) : job;
}
