import { array, number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { ERASURE_PASS_KEY } from '../../platform/store/keys';
import { type HeldLease, leaseEnd, leaseIsFree, leaseIsMine, newLease } from '../../platform/store/lease';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Longer than a page of the table takes. */
export const LEASE_MS = 60_000;

/**
 * Pass over the table for all erasures that were running when it began. Workers hold its lease to begin and to end it;
 * in between they read the slices of the table, each of which has a lease of its own.
 */
const passItem = defineItem({
  entity: 'erasurePass',
  key: () => ERASURE_PASS_KEY,
  value: object({
    erasureIds: optional(array(string()), []),
    /** ISO time at which the erasures were chosen. */
    startedAt: optional(string()),
    /** Number of slices in which the table is read; 0 while it is not read. */
    sliceCount: optional(number(), 0),
    /** ISO time before which no slice of a divided table is read. */
    readFrom: optional(string()),
    /** Read units that the pass had consumed when the table was divided. */
    readUnits: optional(number(), 0),
    /** ISO time before which no pass reads the table again. */
    nextAt: optional(string()),
    leaseId: optional(string()),
    leaseUntil: optional(string()),
  }),
});
export type Pass = ValueOf<typeof passItem>;
export type HeldPass = Pass & HeldLease;

/** Thrown when another worker has acquired the pass or the slice; this one stops at once. */
export class PassLostError extends Error {
  override readonly name = 'PassLostError';
}

/** Returns true for a table that several workers read, with eventual consistency. */
export const isDivided = ({ sliceCount }: Pick<Pass, 'sliceCount'>): boolean => sliceCount > 1;

/** @returns a pass without erasures before the first one */
export async function findPass(table: Table): Promise<Pass> {
  return passItem.read((await table.get(ERASURE_PASS_KEY)) ?? { ...ERASURE_PASS_KEY });
}

/** @returns `undefined` while another worker holds the pass */
export async function takePass(deps: Deps): Promise<HeldPass | undefined> {
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
export async function savePass(deps: Deps, pass: HeldPass): Promise<HeldPass> {
  return write(deps, { ...pass, leaseUntil: leaseEnd(deps.clock.now(), LEASE_MS) });
}

/** Returns true when a lease should be renewed. */
export const isHalfOver = ({ leaseUntil }: HeldLease, now: Date): boolean =>
  Date.parse(leaseUntil) - now.getTime() < LEASE_MS / 2;

/** @throws PassLostError */
export async function releasePass(deps: Deps, pass: HeldPass): Promise<Pass> {
  return write(deps, { ...pass, leaseUntil: deps.clock.now().toISOString() });
}

async function write(deps: Deps, pass: HeldPass): Promise<HeldPass> {
  const { values, ConditionExpression } = leaseIsMine(pass);
  const result = await deps.table.put({
    Item: passItem.item(undefined, pass),
    ConditionExpression,
    ExpressionAttributeValues: values,
  });
  if (!result.written) throw new PassLostError();
  return pass;
}
