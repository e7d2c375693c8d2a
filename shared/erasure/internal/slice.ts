import { array, boolean, number, object, optional, record, string, unknown } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { erasureSliceKey } from '../../platform/store/keys';
import {
  type HeldLease,
  isHeld,
  leaseEnd,
  leaseIsFree,
  leaseIsMine,
  newLease,
} from '../../platform/store/lease';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';
import { LEASE_MS, type Pass, PassLostError } from './pass';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Progress of a pass in one slice of the table, a segment of DynamoDB's parallel scan; deleted with the pass. */
const sliceItem = defineItem({
  entity: 'erasureSlice',
  key: erasureSliceKey,
  value: object({
    /** Number of the slice, from 0. */
    slice: number(),
    /** `startedAt` of the pass: a worker of an earlier pass neither reads the slice nor writes it. */
    passStartedAt: string(),
    /** Key after which the next page begins; absent before the first. */
    lastKey: optional(record(string(), unknown())),
    isScanned: optional(boolean(), false),
    readUnits: optional(number(), 0),
    /** Items that a worker held, or that wait for the names, to be visited at the end of the pass. */
    later: optional(array(object({ pk: string(), sk: string() })), []),
    /** Set when there were more of them than a slice keeps: another pass visits them. */
    isLaterFull: optional(boolean(), false),
    /** Comparisons with the names of a person that match other contacts, by erasure. */
    met: optional(record(string(), array(string())), {}),
    leaseId: optional(string()),
    leaseUntil: optional(string()),
  }),
});
export type Slice = ValueOf<typeof sliceItem>;
export type HeldSlice = Slice & HeldLease;

/** Number of slices of a large table: several for each worker, so that no worker has the last one for long. */
export const SLICES = 16;

/** Parts of a pass that its slices are found by. */
type SlicedPass = Pick<Pass, 'sliceCount' | 'startedAt'>;

const slicesOf = ({ sliceCount }: Pick<Pass, 'sliceCount'>) =>
  Array.from({ length: sliceCount }, (_, slice) => slice);

const newSlice = (slice: number, { startedAt: passStartedAt = '' }: Pick<Pass, 'startedAt'>): Slice => ({
  ...{ slice, passStartedAt, lastKey: undefined, isScanned: false, readUnits: 0 },
  ...{ later: [], isLaterFull: false, met: {}, leaseId: undefined, leaseUntil: undefined },
});

/** Starts slices over, of which no worker holds one. A worker that held one of them before loses it. */
export async function putSlices({ table }: Pick<Deps, 'table'>, pass: SlicedPass) {
  await Promise.all(
    slicesOf(pass).map((slice) => table.put({ Item: sliceItem.item(slice, newSlice(slice, pass)) })),
  );
}

/** Starts a table that is not divided over, as its only slice, which the caller holds. */
export async function putOnlySlice(deps: Deps, pass: Pick<Pass, 'startedAt'>): Promise<HeldSlice> {
  const lease = newLease({ leaseId: deps.ids.next('own'), now: deps.clock.now(), durationMs: LEASE_MS });
  const slice = { ...newSlice(0, pass), ...lease };
  await deps.table.put({ Item: sliceItem.item(0, slice) });
  return slice;
}

/** @returns `undefined` when the pass has no slices, or they are being deleted */
export async function findSlices(table: Table, pass: SlicedPass): Promise<Slice[] | undefined> {
  const items = await table.batchGet(slicesOf(pass).map(sliceItem.key));
  const slices = items
    .flatMap((item) => sliceItem.readIfAny(item) ?? [])
    .filter(({ passStartedAt }) => passStartedAt === pass.startedAt);
  return slices.length > 0 && slices.length === items.length ? slices : undefined;
}

/** Deletes the slices of a pass, and what may be left of earlier ones. */
export async function deleteSlices(table: Table): Promise<void> {
  await Promise.all(
    slicesOf({ sliceCount: SLICES }).map((slice) => table.delete({ Key: sliceItem.key(slice) })),
  );
}

/** Most workers that read a divided table at once. */
export const WORKERS = 8;

/**
 * Acquires a slice that is not read to its end and that no worker holds.
 *
 * @returns `undefined` when there is none, or when enough workers read already
 */
export async function takeFreeSlice(deps: Deps, pass: SlicedPass): Promise<HeldSlice | undefined> {
  const slices = (await findSlices(deps.table, pass)) ?? [];
  const open = slices.filter(({ isScanned }) => !isScanned);
  const free = open.filter((slice) => !isHeld(slice, deps.clock.now()));
  if (open.length - free.length >= WORKERS) return undefined;
  for (const slice of free) {
    const taken = await takeSlice(deps, slice);
    if (taken) return taken;
  }
  return undefined;
}

async function takeSlice(deps: Deps, { slice, passStartedAt }: Slice): Promise<HeldSlice | undefined> {
  const lease = newLease({ leaseId: deps.ids.next('own'), now: deps.clock.now(), durationMs: LEASE_MS });
  const { values, ConditionExpression: isFree } = leaseIsFree(deps.clock.now());
  const result = await deps.table.update({
    Key: sliceItem.key(slice),
    UpdateExpression: 'SET leaseId = :leaseId, leaseUntil = :leaseUntil',
    // The worker's own write, repeated after its response was lost, must succeed.
    ConditionExpression: `isScanned = :open AND passStartedAt = :pass AND (${isFree} OR leaseId = :leaseId)`,
    ExpressionAttributeValues: {
      ...values,
      ':open': false,
      ':pass': passStartedAt,
      ':leaseId': lease.leaseId,
      ':leaseUntil': lease.leaseUntil,
    },
  });
  return result.written && result.item ? { ...sliceItem.read(result.item), ...lease } : undefined;
}

/**
 * Stores the progress in the slice and renews its lease.
 *
 * @throws PassLostError
 */
export async function saveSlice(deps: Deps, slice: HeldSlice): Promise<HeldSlice> {
  return write(deps, { ...slice, leaseUntil: leaseEnd(deps.clock.now(), LEASE_MS) });
}

/** @throws PassLostError */
export async function releaseSlice(deps: Deps, slice: HeldSlice): Promise<void> {
  await write(deps, { ...slice, leaseUntil: deps.clock.now().toISOString() });
}

/**
 * Stores the items of a slice that still have to be visited. The caller holds the pass.
 *
 * @throws PassLostError when the slice is of another pass by now
 */
export async function keepLater({ table }: Pick<Deps, 'table'>, slice: Slice): Promise<void> {
  const result = await table.put({
    Item: sliceItem.item(slice.slice, slice),
    ConditionExpression: 'passStartedAt = :pass AND isScanned = :scanned',
    ExpressionAttributeValues: { ':pass': slice.passStartedAt, ':scanned': true },
  });
  if (!result.written) throw new PassLostError();
}

async function write(deps: Deps, slice: HeldSlice): Promise<HeldSlice> {
  const { values, ConditionExpression } = leaseIsMine(slice);
  const result = await deps.table.put({
    Item: sliceItem.item(slice.slice, slice),
    ConditionExpression,
    ExpressionAttributeValues: values,
  });
  if (!result.written) throw new PassLostError();
  return slice;
}
