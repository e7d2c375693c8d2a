import type { Platform } from '../platform/platform';
import type { TransactItem } from '../platform/store/table';
import { type Erasure, erasureItem, toErasureItem } from './erasure';

/** Longer than any request that read the account before the change. */
const RIDES_ALONG_AFTER_MS = 15 * 60_000;

const taskId = (accountId: string) => `retention#${accountId}`;

/**
 * Builds the write for the transaction that shortens the retention of an account, so that the retention also applies to
 * what is stored already. The pass of the next erasure applies it along the way, or a pass of its own after half a day.
 *
 * **Source:** rules E2.
 */
export const applyRetentionLater = (accountId: string, now: Date): TransactItem => ({
  Put: { Item: toErasureItem(newTask(accountId, now)) },
});

function newTask(accountId: string, now: Date): Erasure {
  return {
    ...{ id: taskId(accountId), kind: 'retention', accountId, status: 'running' },
    ...{ phoneNumbers: [], profiles: [], metByOthers: [], leavingGroupIds: [], searchedFiles: [] },
    ...{ areNamesKnown: true, isTableErased: false, hasUnended: false, completedAt: undefined },
    takenAt: undefined,
    requestedAt: now.toISOString(),
  } satisfies Erasure;
}

/** Returns true when a pass that begins takes the task with it. */
export const isRidingAlong = ({ kind, requestedAt }: Erasure, now: Date): boolean =>
  kind === 'person' || now.getTime() - Date.parse(requestedAt) >= RIDES_ALONG_AFTER_MS;

/**
 * Ends the task after its pass. A retention that was shortened again while the pass ran is a new task that no pass has
 * taken. Items that were under way are left to a later pass.
 */
export async function endRetentionTask(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { id, accountId }: Erasure,
): Promise<void> {
  const condition = { ConditionExpression: 'attribute_exists(takenAt)' };
  const { hasUnended } = erasureItem.readIfAny(await table.get(erasureItem.key(id))) ?? {};
  if (hasUnended) await table.put({ Item: toErasureItem(newTask(accountId, clock.now())), ...condition });
  else await table.delete({ Key: erasureItem.key(id), ...condition });
}
