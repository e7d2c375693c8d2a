import { decideKey, keyExpiry, type KeyRecord, readKeyRecord } from '../idempotency/key-record';
import { freeKey, keyItem, settleKeyRecord } from '../idempotency/key-writes';
import type { Table, TransactItem } from '../platform/table';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { jobMessageId } from './job-message-id';
import { type GroupResults, isOutcomeUnknown, type RecipientResult } from './result';

/**
 * A job's claim lasts until the job settles it, which a later worker does when this one dies: longer than a recipient
 * can wait for the provider.
 */
const CLAIM_LEASE_MS = 12 * 60 * 60 * 1000;

export type RecipientClaim = 'claimed' | 'consumed' | 'busy';

/** Per-recipient keys share the scope of single sends. */
function addressOf(work: ChunkWork, position: number) {
  const key = recipientAt(work, position).idempotencyKey;
  return key === undefined ? undefined : { accountId: work.job.accountId, scope: 'message' as const, key };
}

function subjectOf(work: ChunkWork, position: number): string {
  return jobMessageId({ jobId: work.job.id, chunk: work.chunk, position });
}

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
  const address = addressOf(work, position);
  if (!address) return 'claimed';
  const now = deps.clock.now();
  const record: KeyRecord = {
    state: 'claimed',
    revision: `${subjectOf(work, position)}:${deps.ids.next('out')}`,
    subjectId: subjectOf(work, position),
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
    ].join(' OR '),
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':subject': record.subjectId,
      ':claimed': 'claimed',
      ':consumed': 'consumed',
      ':attempted': 'attempted',
      ':now': now.toISOString(),
    },
  });
  if (result.written || !result.found) return result.written ? 'claimed' : 'busy';
  return decideKey(readKeyRecord(result.found), now) === 'replay' ? 'consumed' : 'busy';
}

/** Lets the keys follow what became of their recipients. Doing it twice changes nothing. */
export async function settleRecipientKeys(
  deps: Pick<ChunkDeps, 'table' | 'clock'>,
  work: ChunkWork,
  results: GroupResults,
): Promise<void> {
  await Promise.all(
    [...results].map(async ([position, result]) => {
      const write = keyWrite(work, position, result);
      if (write) await send(deps.table, write);
    }),
  );
}

function keyWrite(work: ChunkWork, position: number, result: RecipientResult): TransactItem | undefined {
  const address = addressOf(work, position);
  if (!address) return undefined;
  const subjectId = subjectOf(work, position);
  const isConsumed = result.status === 'sent';
  if (!isConsumed && !isOutcomeUnknown(result)) return freeKey({ address, subjectId });
  return settleKeyRecord({
    address,
    record: {
      state: isConsumed ? 'consumed' : 'attempted',
      revision: `${subjectId}:settled`,
      subjectId,
      leaseUntil: undefined,
      expiresAt: keyExpiry(new Date(result.atMs)),
      answer: undefined,
    },
  });
}

/** One write by itself: half the price of a transaction. A key that stands for somebody else by now is left alone. */
async function send(table: Table, write: TransactItem): Promise<void> {
  if ('Update' in write) await table.update(write.Update);
  else if ('Delete' in write) await table.delete(write.Delete);
}
