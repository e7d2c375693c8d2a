import { array, boolean, object, optional, record, string, unknown } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { ERASURE_PASS_KEY } from '../../platform/store/keys';
import { type HeldLease, leaseEnd, leaseIsFree, leaseIsMine, newLease } from '../../platform/store/lease';
import type { Platform } from '../../platform/platform';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Longer than a page of the table takes. */
const LEASE_MS = 60_000;

/** Pass over the table for all erasures that were running when it began, and its progress. */
const passItem = defineItem({
  entity: 'erasurePass',
  key: () => ERASURE_PASS_KEY,
  value: object({
    erasureIds: optional(array(string()), []),
    /** Key after which the next page begins; absent before the first. */
    lastKey: optional(record(string(), unknown())),
    isScanned: optional(boolean(), false),
    /** Items that a worker held, to be visited again. */
    later: optional(array(object({ pk: string(), sk: string() })), []),
    leaseId: optional(string()),
    leaseUntil: optional(string()),
  }),
});
export type Pass = ValueOf<typeof passItem> & HeldLease;

/** Thrown when another worker has acquired the pass; this one stops at once. */
export class PassLostError extends Error {
  override readonly name = 'PassLostError';
}

/** @returns `undefined` while another worker holds the pass */
export async function takePass(deps: Deps): Promise<Pass | undefined> {
  const lease = newLease({ leaseId: deps.ids.next('own'), now: deps.clock.now(), durationMs: LEASE_MS });
  const { values, ConditionExpression } = leaseIsFree(deps.clock.now());
  const result = await deps.table.update({
    Key: ERASURE_PASS_KEY,
    UpdateExpression: 'SET leaseId = :leaseId, leaseUntil = :leaseUntil, entity = :entity',
    // The worker's own write, repeated after its response was lost, must succeed.
    ConditionExpression: `${ConditionExpression} OR leaseId = :leaseId`,
    ExpressionAttributeValues: {
      ...values,
      ':leaseId': lease.leaseId,
      ':leaseUntil': lease.leaseUntil,
      ':entity': passItem.entity,
    },
  });
  return result.written && result.item ? { ...passItem.read(result.item), ...lease } : undefined;
}

/**
 * Stores the progress of the pass and renews its lease.
 *
 * @throws PassLostError
 */
export async function savePass(deps: Deps, pass: Pass): Promise<Pass> {
  return write(deps, { ...pass, leaseUntil: leaseEnd(deps.clock.now(), LEASE_MS) });
}

/** Returns true when the lease should be renewed. */
export const isHalfOver = ({ leaseUntil }: Pass, now: Date): boolean =>
  Date.parse(leaseUntil) - now.getTime() < LEASE_MS / 2;

/** @throws PassLostError */
export async function releasePass(deps: Deps, pass: Pass): Promise<void> {
  await write(deps, { ...pass, leaseUntil: deps.clock.now().toISOString() });
}

async function write(deps: Deps, pass: Pass): Promise<Pass> {
  const { values, ConditionExpression } = leaseIsMine(pass);
  const result = await deps.table.put({
    Item: passItem.item(undefined, pass),
    ConditionExpression,
    ExpressionAttributeValues: values,
  });
  if (!result.written) throw new PassLostError();
  return pass;
}
