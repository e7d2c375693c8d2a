import { readAccount } from '../../../../accounts/account';
import { campaignItem } from '../../../../campaigns/record/campaign';
import { epochMs } from '../../../../platform/clock';
import type { Item } from '../../../../platform/store/item';
import { accountKey, accountNumberKey, jobKey, type Key } from '../../../../platform/store/keys';
import { senderOf } from '../../../../senders/number';
import { type Job, readJob } from '../../job';
import { chunkAction } from './campaign-turn';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { insist } from './insist';
import { isMms } from './recipient-text';

/**
 * Longest time between reading the job's status and handing a message over, longer than a slot can be away. A worker
 * that stands still for longer hands nothing over any more.
 */
const HAND_OVER_WITHIN_MS = 5_000;

/** Decides what a chunk does: `send`, `skip` all its recipients, or `rest` until the campaign goes on. */
export function dutyOf({ job, campaign }: Pick<ChunkWork, 'job' | 'campaign'>): 'send' | 'skip' | 'rest' {
  return job.status === 'cancelled' ? 'skip' : chunkAction(campaign);
}

/**
 * Decides whether a stored send batch may be handed over: reads the job (or its campaign), the account and the number
 * again. A cancellation is stored first and then reads the stored send batches; so one of the two sees the other, and
 * after the cancellation's answer no worker hands over a message that the answer did not count.
 *
 * @returns latest time for the hand-over, epoch milliseconds; `no` when the batch may not be handed over, with the
 *   error when a read failed
 *
 * **Source:** rules E2, E4.
 */
export async function mayHandOver(
  deps: Pick<ChunkDeps, 'table' | 'clock'>,
  work: ChunkWork,
): Promise<{ untilMs: number } | { no: true; error?: Error }> {
  const { job } = work;
  const keys = [statusKeyOf(job), accountKey(job.accountId), accountNumberKey(job.accountId, job.from)];
  let untilMs = 0;
  try {
    const [statusItem, accountItem, numberItem] = await insist(deps.table.waits, async () => {
      untilMs = epochMs(deps.clock) + HAND_OVER_WITHIN_MS;
      return deps.table.batchGet(keys);
    });
    Object.assign(work, statusOf(job, statusItem));
    if (accountItem) work.account = readAccount(accountItem);
    Object.assign(work, senderOf(numberItem, { account: work.account, isMms: isMms(work) }));
  } catch (error) {
    return { no: true, error: error as Error };
  }
  return dutyOf(work) === 'send' && work.isSenderActive ? { untilMs } : { no: true };
}

/** Returns the key of the item that a pause or a cancellation changes. */
function statusKeyOf({ id, accountId, campaignId }: Job): Key {
  return campaignId === undefined ? jobKey(id) : campaignItem.key({ accountId, id: campaignId });
}

function statusOf(job: Job, item: Item | undefined): Partial<Pick<ChunkWork, 'job' | 'campaign'>> {
  if (job.campaignId !== undefined) return { campaign: campaignItem.readIfAny(item) };
  return item ? { job: readJob(item) } : {};
}
