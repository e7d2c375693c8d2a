import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import type { Table } from '../../platform/store/table';
import { type Erasure, erasureItem } from '../erasure';

/** Changes an erasure that is running; one that has ended stays as it is. */
export async function updateErasure(
  { table }: Pick<Platform, 'table'>,
  erasureId: string,
  set: Partial<Omit<Erasure, 'id' | 'accountId' | 'status'>>,
): Promise<void> {
  await table.update({
    Key: erasureItem.key(erasureId),
    ...updateExpression({ set }, { values: { ':running': 'running' }, names: { '#status': 'status' } }),
    ConditionExpression: '#status = :running',
  });
}

/** Returns those of the erasures that are running. */
export async function findRunning(table: Table, erasureIds: readonly string[]): Promise<Erasure[]> {
  const items = await table.batchGet(erasureIds.map(erasureItem.key));
  return items.flatMap((item) => {
    const erasure = erasureItem.readIfAny(item);
    return erasure?.status === 'running' ? [erasure] : [];
  });
}
