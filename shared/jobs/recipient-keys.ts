import type { Charge } from '../credits/charge';
import { IDEMPOTENCY_WINDOW_MS } from '../limits';
import { decideKey, keyExpiry, type KeyRecord, readKeyRecord } from '../idempotency/key-record';
import { freeKey, keyItem, settleKeyRecord } from '../idempotency/key-writes';
import { resultKey } from '../platform/keys';
import type { Table, TransactItem } from '../platform/table';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import type { Job } from './job';
import { jobMessageId, type JobPlace } from './job-message-id';
import { groupOf, type GroupResults, isOutcomeUnknown, readResults, type RecipientResult } from './result';

/**
 * A job's claim lasts until the job settles it, which a later worker does when this one dies: longer than a recipient
 * can wait for the provider.
 */
const CLAIM_LEASE_MS = 12 * 60 * 60 * 1000;

export type RecipientClaim = 'claimed' | 'consumed' | 'busy';

/**
 * Claims a recipient's key before the hand-over: one conditional write. A recipient without a key needs none.
 *
 * **Source:** contract 8.3.
 */
export async function claimRecipientKey(
  deps: Pick<ChunkDeps, 'table' | 'clock' | 'ids'>,
  work: ChunkWork,
  position: number,
): Promise<RecipientClaim> {
  const address = addressOf(work.job, recipientAt(work, position).idempotencyKey);
  if (!address) return 'claimed';
  const now = deps.clock.now();
  const subjectId = jobMessageId(placeOf(work, position));
  const record: KeyRecord = {
    state: 'claimed',
    revision: `${subjectId}:${deps.ids.next('out')}`,
    subjectId,
    leaseUntil: new Date(now.getTime() + CLAIM_LEASE_MS).toISOString(),
    expiresAt: undefined,
    answer: undefined,
  };
  const result = await deps.table.put({
    Item: keyItem(address, record),
    ConditionExpression: [
      'attribute_not_exists(pk)',
      '(subjectId = :subject AND #state = :claimed)',
      '#state = :attempted',
      '(#state = :consumed AND expiresAt <= :now)',
      '(#state = :claimed AND leaseUntil <= :forgotten)',
    ].join(' OR '),
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':subject': subjectId,
      ':claimed': 'claimed',
      ':consumed': 'consumed',
      ':attempted': 'attempted',
      ':now': now.toISOString(),
      ':forgotten': new Date(now.getTime() - IDEMPOTENCY_WINDOW_MS).toISOString(),
    },
  });
  if (result.written || !result.found) return result.written ? 'claimed' : 'busy';
  return decideKey(readKeyRecord(result.found), now) === 'replay' ? 'consumed' : 'busy';
}

/** Lets the keys follow what became of their recipients. Doing it twice changes nothing. */
export async function settleRecipientKeys(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  results: GroupResults,
): Promise<void> {
  await Promise.all(
    [...results].map(async ([position, result]) => {
      const key = recipientAt(work, position).idempotencyKey;
      const write = recipientKeyWrite({ job: work.job, place: placeOf(work, position), key, result });
      if (write) await send(deps.table, write);
    }),
  );
}

/**
 * Settles the keys of those who have come to their end meanwhile, by another worker. Whoever has not, that worker will
 * settle.
 */
export async function letGoOfEnded(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  claimed: Array<{ position: number }>,
): Promise<void> {
  const positions = claimed
    .map(({ position }) => position)
    .filter((position) => recipientAt(work, position).idempotencyKey !== undefined);
  const groups = [...new Set(positions.map(groupOf))];
  const items = await deps.table.batchGet(groups.map((group) => resultKey(work.job.id, work.chunk, group)));
  const ended = items.flatMap((item) => [...readResults(item).results]);
  await settleRecipientKeys(deps, work, new Map(ended.filter(([position]) => positions.includes(position))));
}

/** What becomes of a recipient's key with its result; `undefined` without a key. */
export function recipientKeyWrite(options: {
  job: Job;
  place: JobPlace;
  key: string | undefined;
  result: RecipientResult;
}): TransactItem | undefined {
  const { job, result } = options;
  const address = addressOf(job, options.key);
  if (!address) return undefined;
  const subjectId = jobMessageId(options.place);
  const isConsumed = result.status === 'sent';
  if (!isConsumed && !isOutcomeUnknown(result)) return freeKey({ address, subjectId });
  // Whoever tries again after an unknown outcome has paid already.
  const paid: Charge | undefined = isConsumed ? undefined : job.chargePerRecipient;
  return settleKeyRecord({
    address,
    record: {
      state: isConsumed ? 'consumed' : 'attempted',
      revision: `${subjectId}:${result.status}`,
      subjectId,
      leaseUntil: undefined,
      expiresAt: keyExpiry(new Date(result.atMs)),
      answer: undefined,
      paid,
    },
  });
}

/** Per-recipient keys share the scope of single sends. */
function addressOf(job: Job, key: string | undefined) {
  return key === undefined ? undefined : { accountId: job.accountId, scope: 'message' as const, key };
}

function placeOf(work: ChunkWork, position: number): JobPlace {
  return { jobId: work.job.id, chunk: work.chunk, position };
}

/** One write by itself: half the price of a transaction. A key that stands for somebody else by now is left alone. */
async function send(table: Table, write: TransactItem): Promise<void> {
  if ('Update' in write) await table.update(write.Update);
  else if ('Delete' in write) await table.delete(write.Delete);
}
