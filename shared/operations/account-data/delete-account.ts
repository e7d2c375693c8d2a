import { findAccount } from '../../accounts/account-store';
import type { Account } from '../../accounts/account';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import { accountKey, type Key, type Partition } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type AccountItem, countUnderWay, itemsOfAccount, type UnderWay } from './account-items';

export type DeleteAccountResult =
  | { deleted: Account; items: number }
  | { refused: 'noSuchAccount' | 'notClosed' }
  | { refused: 'underWay'; underWay: UnderWay };

const ITEMS_AT_ONCE = 100;
/** By these it is known whose other items are: they go last, so that a deletion that was interrupted goes on. */
const PARENTS: readonly Partition[] = ['account', 'campaign', 'import'];

/**
 * Deletes the data of a closed account: contacts and their consents, messages, jobs, campaigns, settings. What is left are its
 * books: its record with the balances, the figures of each day, who changed what. Harmless to repeat; it goes on
 * where it was interrupted.
 */
export async function deleteAccount(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; onProgress?: (items: number) => void },
): Promise<DeleteAccountResult> {
  const { table } = deps;
  const { accountId } = options;
  // 1. Only what is closed, and has nothing under way: no text, no refund and no STOP is broken off.
  const account = await findAccount(table, accountId);
  if (!account) return { refused: 'noSuchAccount' };
  if (account.closedAt === undefined) return { refused: 'notClosed' };
  if (account.deletedAt === undefined) {
    const underWay = await findUnderWay(table, accountId);
    if (Object.keys(underWay).length > 0) return { refused: 'underWay', underWay };
  }

  // 2. From here on a text from a phone has no effect for it.
  const deleted = (await markDeleted(deps, accountId)) ?? account;

  // 3. Everything that belongs to it.
  let items = 0;
  const remove = async (keys: Key[]) => {
    await table.batchDelete(keys);
    items += keys.length;
    options.onProgress?.(items);
  };
  const parents: Key[] = [];
  let batch: Key[] = [];
  for await (const found of itemsOfAccount(table, accountId)) {
    if (found.rule.keptAfterDeletion !== undefined) continue;
    (isParent(found) ? parents : batch).push(keyOf(found.item));
    if (batch.length < ITEMS_AT_ONCE) continue;
    await remove(batch);
    batch = [];
  }
  await remove(batch);
  await remove(parents);
  return { deleted, items };
}

const isParent = ({ partition, item }: AccountItem) =>
  PARENTS.includes(partition) || (partition === 'job' && item.sk === 'JOB');
const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });

async function findUnderWay(table: Table, accountId: string): Promise<UnderWay> {
  const underWay: UnderWay = {};
  for await (const found of itemsOfAccount(table, accountId)) countUnderWay(underWay, found);
  return underWay;
}

async function markDeleted(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  accountId: string,
): Promise<Account | undefined> {
  await table.update({
    Key: accountKey(accountId),
    ...updateExpression({ setIfAbsent: { deletedAt: clock.now().toISOString() } }),
    ConditionExpression: 'attribute_exists(closedAt)',
  });
  return findAccount(table, accountId);
}
