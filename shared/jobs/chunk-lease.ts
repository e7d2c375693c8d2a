import { jobKey } from '../platform/keys';
import { updateExpression } from '../platform/expressions';
import type { Platform } from '../platform/platform';
import { type Job, readJob } from './job';
import { CHUNK_LEASE_MS, isLeased, type Progress, progressItem } from './progress';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Thrown when somebody else has taken the chunk over: this worker stops where it is. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Takes the lease of a chunk.
 *
 * @param options.found the progress as read; `fresh` when there was none yet
 * @returns `undefined` when the chunk is done or somebody else is at it
 */
export async function takeLease(
  deps: Deps,
  options: { job: Job; found: Progress | undefined; fresh: Progress; owner: string },
): Promise<Progress | undefined> {
  const { found, owner } = options;
  const now = deps.clock.now();
  if (found && (found.state === 'done' || isLeased(found, now))) return undefined;
  const leased: Progress = { ...(found ?? options.fresh), owner, leaseUntil: leaseEnd(now) };
  const result = await deps.table.put({
    Item: progressItem(leased, options.job),
    ...unchangedSince(found),
  });
  if (result.written) return leased;
  // Our own write that was repeated after a lost answer is as good.
  return result.found?.owner === owner ? leased : undefined;
}

/**
 * Writes the holder's progress, and renews its lease.
 *
 * @throws LeaseLostError
 */
export async function saveProgress(deps: Deps, options: { job: Job; progress: Progress }): Promise<Progress> {
  const progress: Progress = { ...options.progress, leaseUntil: leaseEnd(deps.clock.now()) };
  const result = await deps.table.put({
    Item: progressItem(progress, options.job),
    ConditionExpression: '#owner = :owner AND #state = :open',
    ExpressionAttributeNames: { '#owner': 'owner', '#state': 'state' },
    ExpressionAttributeValues: { ':owner': progress.owner, ':open': 'open' },
  });
  if (!result.written) throw new LeaseLostError();
  return progress;
}

/** The job's first worker says that it has begun. */
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

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + CHUNK_LEASE_MS).toISOString();
}

function unchangedSince(found: Progress | undefined) {
  if (!found) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const names = { '#owner': 'owner', '#state': 'state' };
  if (found.owner === undefined) {
    return {
      ConditionExpression: 'attribute_not_exists(#owner) AND #state = :open',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':open': 'open' },
    };
  }
  return {
    ConditionExpression: '#owner = :foundOwner AND leaseUntil = :foundLease AND #state = :open',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ':foundOwner': found.owner,
      ':foundLease': found.leaseUntil,
      ':open': 'open',
    },
  };
}
