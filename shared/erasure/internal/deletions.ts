import { readAccount } from '../../accounts/account';
import type { Item } from '../../platform/store/item';
import { accountKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { REMAINDERS } from '../account-remainders';
import type { Erasure } from '../erasure';
import { partitionOf } from '../personal-data';

const PARTS_AT_ONCE = 500;

interface DeletionDeps {
  table: Table;
  /** Called between writes, as there can be many items. */
  onProgress: () => Promise<void>;
}

/** Deleted accounts of a pass, which deletes what their own deletions could not find by keys. */
export class Deletions {
  private constructor(private readonly accountIds: ReadonlySet<string>) {}

  /** Leaves out an account that is not marked as deleted: nothing of it is deleted. */
  static async of(table: Table, erasures: readonly Erasure[]): Promise<Deletions> {
    const accountIds = erasures.filter(({ kind }) => kind === 'deletion').map(({ accountId }) => accountId);
    const items = await table.batchGet(accountIds.map(accountKey));
    const accounts = items.filter((item) => item !== undefined).map(readAccount);
    return new Deletions(
      new Set(accounts.filter(({ deletedAt }) => deletedAt !== undefined).map(({ id }) => id)),
    );
  }

  /** Deletes an item of a deleted account. @returns true when it was one */
  async drop({ table, onProgress }: DeletionDeps, item: Item): Promise<boolean> {
    if (this.accountIds.size === 0) return false;
    const partition = partitionOf(item);
    const remainder = partition && REMAINDERS[partition]?.(item);
    if (!remainder || !this.accountIds.has(remainder.accountId)) return false;
    // The item leads to its parts, so it is deleted last.
    for (const pk of remainder.parts ?? []) await deletePartition({ table, onProgress }, pk, item);
    await table.delete({
      Key: { pk: item.pk, sk: item.sk },
      // A number can get another owner at any time.
      ...(typeof item.accountId === 'string' && {
        ConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': item.accountId },
      }),
    });
    return true;
  }
}

async function deletePartition({ table, onProgress }: DeletionDeps, pk: string, except: Item): Promise<void> {
  let page: Item[] = [];
  const finishPage = async () => {
    await table.batchDelete(page);
    page = [];
    await onProgress();
  };
  const items = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  });
  for await (const item of items) {
    if (item.pk !== except.pk || item.sk !== except.sk) page.push(item);
    if (page.length === PARTS_AT_ONCE) await finishPage();
  }
  await finishPage();
}
