import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../errors/service-error';
import {
  decideKey,
  isRepeat,
  type KeyRecord,
  mayBeClaimed,
  readKeyRecord,
  type StoredAnswer,
} from '../../idempotency/key-record';
import { freeKey, putKeyRecord } from '../../idempotency/key-writes';
import type { KeyAddress } from '../../idempotency/key-record';
import { idempotencyKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { commit } from '../../../platform/store/commit';
import { leaseEnd } from '../../../platform/store/lease';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Lease of a claim, longer than the handler of an acceptance may run. */
const CLAIM_LEASE_MS = 60_000;
const LOOK_AGAIN_AFTER_MS = 100;
const WAIT_AT_MOST_MS = 5_000;

/**
 * Returns the first answer to a job request with this key; waits a few seconds while the first request is still
 * running.
 *
 * @param options.limitReachedAtMs see `mayBeClaimed`
 * @param options.onRepeat called once when the answer exists or is waited for; its errors are thrown
 * @returns `undefined` when the key is free
 * @throws ServiceError IdempotencyKeyInUse
 *
 * **Source:** rules 8.3.
 */
export async function replayJobRequest(
  deps: Deps,
  options: {
    address: KeyAddress;
    limitReachedAtMs: number | undefined;
    onRepeat?: () => Promise<void>;
  },
): Promise<StoredAnswer | undefined> {
  const { limitReachedAtMs } = options;
  let { onRepeat } = options;
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_AFTER_MS) {
    const record = await readRequestKey(deps, options.address);
    if (isRepeat(record, deps.clock.now())) {
      await onRepeat?.();
      onRepeat = undefined;
    }
    switch (decideKey(record, deps.clock.now())) {
      case 'replay':
        return record?.answer;
      case 'running':
        if (waitedMs >= WAIT_AT_MOST_MS)
          throw new ServiceError('IdempotencyKeyInUse', { cause: 'request', retryAfterSeconds: 1 });
        break;
      case 'free':
      case 'outcomeUnknown':
      case 'abandoned':
        // Acceptance is one transaction: a request that died before it has not stored a job.
        if (!mayBeClaimed({ limitReachedAtMs, waitedMs, now: deps.clock.now() })) return undefined;
        break;
    }
    await sleep(LOOK_AGAIN_AFTER_MS);
  }
}

/** Claims the key for this request; `undefined` when another request holds it or has consumed it. */
export async function claimRequestKey(deps: Deps, address: KeyAddress): Promise<KeyRecord | undefined> {
  const replaces = await readRequestKey(deps, address);
  const now = deps.clock.now();
  const decision = decideKey(replaces, now);
  if (decision === 'replay' || decision === 'running') return undefined;
  const claim = deps.ids.next('own');
  const record: KeyRecord = {
    state: 'inProgress',
    revision: claim,
    subjectId: claim,
    leaseUntil: leaseEnd(now, CLAIM_LEASE_MS),
    expiresAt: undefined,
    answer: undefined,
  };
  const write = putKeyRecord({ address, record, replaces });
  const result = await commit(deps.table.unrecorded, [{ write, onFail: 'taken' }]);
  return result.committed ? record : undefined;
}

/** Frees the key after a request that failed. */
export async function releaseRequestKey(
  deps: Pick<Platform, 'table'>,
  options: { address: KeyAddress; record: KeyRecord },
): Promise<void> {
  const write = freeKey({ address: options.address, subjectId: options.record.subjectId });
  await commit(deps.table.unrecorded, [{ write, isOmittedOnFail: true }]);
}

async function readRequestKey(
  deps: Pick<Platform, 'table'>,
  { accountId, scope, key }: KeyAddress,
): Promise<KeyRecord | undefined> {
  const item = await deps.table.get(idempotencyKey(accountId, scope, key));
  return item && readKeyRecord(item);
}
