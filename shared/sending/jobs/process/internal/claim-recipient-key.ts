import { decideKey, type KeyRecord, type KeyState, readKeyRecord } from '../../../idempotency/key-record';
import { keyItem, putKeyRecord } from '../../../idempotency/key-writes';
import type { KeyAddress } from '../../../idempotency/key-record';
import { IDEMPOTENCY_WINDOW_MS } from '../../../../limits';
import { progressKey } from '../../../../platform/store/keys';
import { commit } from '../../../../platform/store/commit';
import { leaseEnd } from '../../../../platform/store/lease';
import { isAt } from './chunk-lease';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { jobMessageId } from '../../results/job-message-id';
import { addressOf, placeOf, settleKeyOfEndedHolder } from './recipient-keys';

/**
 * Lease of a job's claim, longer than a recipient can wait for the provider. The job settles the claim earlier; a later
 * worker does when this one dies.
 */
const CLAIM_LEASE_MS = 12 * 60 * 60 * 1000;

/** Result of a claim; `busy`: another send holds the key, try again later. */
type RecipientClaim = 'claimed' | 'completed' | 'busy';

type Deps = Pick<ChunkDeps, 'table' | 'clock' | 'ids'>;

/**
 * Claims a recipient's key before the hand-over, with one conditional write that succeeds only when no send has used
 * the key before. A recipient without a key needs no claim.
 *
 * **Source:** rules 8.3.
 */
export async function claimRecipientKey(
  deps: Deps,
  work: ChunkWork,
  position: number,
): Promise<RecipientClaim> {
  const address = addressOf(work.job, recipientAt(work, position).idempotencyKey);
  if (!address) return 'claimed';
  const now = deps.clock.now();
  const subjectId = jobMessageId(placeOf(work, position));
  const claim: KeyRecord = {
    state: 'inProgress',
    revision: `${subjectId}:${deps.ids.next('out')}`,
    subjectId,
    leaseUntil: leaseEnd(now, CLAIM_LEASE_MS),
    expiresAt: undefined,
    answer: undefined,
  };
  const result = await deps.table.put({
    Item: keyItem(address, claim),
    ConditionExpression: [
      'attribute_not_exists(pk)',
      '(subjectId = :subject AND #state = :inProgress)',
      '(#state = :completed AND expiresAt <= :now)',
      '(#state = :inProgress AND leaseUntil <= :forgotten)',
    ].join(' OR '),
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':subject': subjectId,
      ':inProgress': 'inProgress' satisfies KeyState,
      ':completed': 'completed' satisfies KeyState,
      ':now': now.toISOString(),
      ':forgotten': new Date(now.getTime() - IDEMPOTENCY_WINDOW_MS).toISOString(),
    },
  });
  if (result.written) return 'claimed';
  if (!result.found) return 'busy';
  const found = readKeyRecord(result.found);
  if (found.state === 'outcomeUnknown') return claimAfterAttempt(deps, work, { address, claim, found });
  if (decideKey(found, now) === 'replay') return 'completed';
  // When this recipient is tried again, the key has the outcome of its holder.
  await settleKeyOfEndedHolder(deps, { key: address.key, subjectId: found.subjectId });
  return 'busy';
}

/**
 * Claims a key that an earlier send with an unknown outcome has used. A worker that has lost its lease must not do
 * that: the record may be newer than the lease, and a receipt may still prove the earlier send.
 */
async function claimAfterAttempt(
  deps: Deps,
  work: ChunkWork,
  options: { address: KeyAddress; claim: KeyRecord; found: KeyRecord },
): Promise<RecipientClaim> {
  const { address, claim, found } = options;
  const result = await commit(deps.table, [
    { write: putKeyRecord({ address, record: claim, replaces: found }), onFail: 'keyMoved' },
    {
      write: { ConditionCheck: { Key: progressKey(work.job.id, work.chunk), ...isAt(work.progress) } },
      onFail: 'leaseLost',
    },
  ]);
  return result.committed ? 'claimed' : 'busy';
}
