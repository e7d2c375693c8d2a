import { findAccount } from '../../accounts/account-store';
import type { Account } from '../../accounts/account';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import { accountKey, type Key, type Partition } from '../../platform/store/keys';
import { PatientTable } from '../../platform/store/patient-table';
import type { Table } from '../../platform/store/table';
import { type AccountItem, countUnderWay, itemsOfAccount, type UnderWay } from './account-items';

type DeleteAccountResult =
  | { deleted: Account; items: number }
  | { refused: 'noSuchAccount' | 'notClosed' }
  | { refused: 'underWay'; underWay: UnderWay };

const ITEMS_AT_ONCE = 100;
/**
 * Partitions by whose items the account of other items is found. They are deleted last, so that an interrupted deletion
 * can continue.
 */
const PARENTS: readonly Partition[] = ['account', 'campaign', 'import'];

/**
 * Deletes the data of a closed account: contacts and their consents, messages, jobs, campaigns, settings. Its books
 * stay: its record with the balances, the daily statistics, and the audit log. May be repeated; continues where it was
 * interrupted.
 */
export async function deleteAccount(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; onProgress?: (items: number) => void },
): Promise<DeleteAccountResult> {
  const patient = new PatientTable(deps.table);
  const { table } = patient;
  const { accountId } = options;
  // 1. The account must be closed, with nothing under way, so that no message, refund or STOP is interrupted.
  const account = await findAccount(table, accountId);
  if (!account) return { refused: 'noSuchAccount' };
  if (account.closedAt === undefined) return { refused: 'notClosed' };
  if (account.deletedAt === undefined) {
    const underWay = await findUnderWay(table, accountId);
    if (Object.keys(underWay).length > 0) return { refused: 'underWay', underWay };
  }

  // 2. From here on a text from a phone has no effect for the account.
  const deleted = (await markDeleted(deps, accountId)) ?? account;

  // 3. Delete everything that belongs to it.
  let items = 0;
  const remove = async (keys: Key[]) => {
    await table.batchDelete(keys);
    items += keys.length;
    options.onProgress?.(items);
    await patient.rest();
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
