import { importItem } from '../../audience/import/import-item';
import { rejectsItem } from '../../audience/import/rejected-file';
import type { Eraser } from './eraser';

/**
 * Removes rejected rows that an import has left behind. Those of a running import go into its file of rejects, which
 * the erasure waits for.
 */
export const eraseRejects: Eraser = async ({ table, people }, item) => {
  const { accountId, importId } = rejectsItem.read(item);
  if (accountId !== undefined && importId !== undefined) {
    if (!people.isOfAccount(accountId)) return 'done';
    const found = importItem.readIfAny(await table.get(importItem.key({ accountId, importId })));
    if (found?.status === 'running') return 'done';
  }
  await table.batchDelete([{ pk: item.pk, sk: item.sk }]);
  return 'done';
};
