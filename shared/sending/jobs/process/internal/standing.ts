import { readAccount } from '../../../../accounts/account';
import { campaignItem } from '../../../../campaigns/record/campaign';
import type { Hold } from '../../../../holds/hold';
import { epochMs } from '../../../../platform/clock';
import type { Item } from '../../../../platform/store/item';
import { accountKey, jobKey, type Key } from '../../../../platform/store/keys';
import { senderKeys, senderOf } from '../../../../senders/number';
import { type Job, readJob, senderIdOf } from '../../job';
import { campaignOf, chunkAction } from './campaign-turn';
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
 * Decides whether a stored send batch may be handed over: reads the job (or its campaign), the account, the number and
 * what holds it again. A cancellation is stored first and then reads the stored send batches; so one of the two sees the other, and
 * after the cancellation's answer no worker hands over a message that the answer did not count.
 *
 * @param options.probed hold under which one message goes out, to see whether the provider is back
 * @returns latest time for the hand-over, epoch milliseconds; `no` when the batch may not be handed over, with the
 *   error when a read failed
 *
 * **Source:** rules E2, E4.
 */
export async function mayHandOver(
  deps: Pick<ChunkDeps, 'table' | 'clock'>,
  work: ChunkWork,
  options: { probed: Hold | undefined },
): Promise<{ untilMs: number } | { no: true; error?: Error }> {
  const { job } = work;
  const sender = senderKeys({
    accountId: job.accountId,
    number: work.from,
    senderId: senderIdOf(job),
  });
  const keys = [statusKeyOf(job), accountKey(job.accountId), ...sender];
  let untilMs = 0;
  try {
    const [statusItem, accountItem, ...senderItems] = await insist(deps.table.waits, async () => {
      untilMs = epochMs(deps.clock) + HAND_OVER_WITHIN_MS;
      return deps.table.batchGet(keys);
    });
    Object.assign(work, statusOf(job, statusItem));
    if (accountItem) work.account = readAccount(accountItem);
    Object.assign(work, senderOf(senderItems, { account: work.account, isMms: isMms(work) }));
  } catch (error) {
    return { no: true, error: error as Error };
  }
  const isHeld = work.hold !== undefined && work.hold.reason !== options.probed?.reason;
  return dutyOf(work) === 'send' && work.isSenderActive && !isHeld ? { untilMs } : { no: true };
}

/** Returns the key of the item that a pause or a cancellation changes. */
function statusKeyOf({ id, accountId, campaignId }: Job): Key {
  return campaignId === undefined ? jobKey(id) : campaignItem.key({ accountId, id: campaignId });
}

function statusOf(job: Job, item: Item | undefined): Partial<Pick<ChunkWork, 'job' | 'campaign'>> {
  if (job.campaignId !== undefined) return { campaign: campaignOf(job, item) };
  return item ? { job: readJob(item) } : {};
}
