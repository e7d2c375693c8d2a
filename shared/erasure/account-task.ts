import type { Platform } from '../platform/platform';
import type { Item } from '../platform/store/item';
import type { Table, TransactItem } from '../platform/store/table';
import { type Erasure, erasureItem, toErasureItem } from './erasure';

/** Work of a pass on the items of an account, instead of those of a person. */
type AccountTask = Exclude<Erasure['kind'], 'person'>;

/** Longer than any request that read the account before the change. */
const RIDES_ALONG_AFTER_MS = 15 * 60_000;

const taskId = (kind: AccountTask, accountId: string) => `${kind}#${accountId}`;

/**
 * Builds the write for the transaction that shortens the retention of an account, so that the retention also applies to
 * what is stored already. The pass of the next erasure applies it along the way, or a pass of its own after half a day.
 *
 * **Source:** rules E2.
 */
export const applyRetentionLater = (accountId: string, now: Date): TransactItem => ({
  Put: { Item: newTask('retention', accountId, now) },
});

/**
 * Builds the write after which the next pass deletes what no key of a deleted account leads to. A deletion that waits
 * for its pass already keeps its place.
 *
 * @returns the write, and the id by which a worker is called
 */
export const deleteRemaindersLater = (accountId: string, now: Date) => ({
  erasureId: taskId('deletion', accountId),
  write: {
    Put: {
      Item: newTask('deletion', accountId, now),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

/** Returns true until a pass has deleted what the deletion of an account has left to it. */
export async function isDeletionUnderWay(table: Table, accountId: string): Promise<boolean> {
  return (await table.get(erasureItem.key(taskId('deletion', accountId)))) !== undefined;
}

function newTask(kind: AccountTask, accountId: string, now: Date): Item {
  return toErasureItem({
    ...{ id: taskId(kind, accountId), kind, accountId, status: 'running' },
    ...{ phoneNumbers: [], profiles: [], metByOthers: [], leavingGroupIds: [], searchedFiles: [] },
    ...{ areNamesKnown: true, isTableErased: false, hasUnended: false, completedAt: undefined },
    takenAt: undefined,
    requestedAt: now.toISOString(),
  } satisfies Erasure);
}

/** Returns true when a pass that begins takes the erasure or the task with it. */
export const isRidingAlong = ({ kind, requestedAt }: Erasure, now: Date): boolean =>
  kind !== 'retention' || now.getTime() - Date.parse(requestedAt) >= RIDES_ALONG_AFTER_MS;

/**
 * Ends a task after its pass. A retention that was shortened again while the pass ran is a new task that no pass has
 * taken. Items that were under way are left to a later pass.
 */
export async function endAccountTask(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { id, accountId }: Erasure,
): Promise<void> {
  const condition = { ConditionExpression: 'attribute_exists(takenAt)' };
  const { hasUnended } = erasureItem.readIfAny(await table.get(erasureItem.key(id))) ?? {};
  if (hasUnended) await table.put({ Item: newTask('retention', accountId, clock.now()), ...condition });
  else await table.delete({ Key: erasureItem.key(id), ...condition });
}
