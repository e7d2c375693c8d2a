import { accountKey, DELETED_GROUP_PREFIX, groupListKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Table } from '../../platform/store/table';
import { deletedGroupItem, type Group } from './group';
import { readGroupList, readGroupListHead, toSearchName } from './group-list';
import { findGroups } from './group-store';
import type { GroupListQuery } from './list-query';

/**
 * Lists one page of the account's groups, newest first, with the number of all groups that match.
 *
 * @param options.head the item of `groupListKey`, as just read
 *
 * **Source:** rules 4.7.
 */
export async function listGroups(
  table: Table,
  options: { accountId: string; query: GroupListQuery; head: Item | undefined },
): Promise<{ totalCount: number; groups: Group[] }> {
  const { accountId, query } = options;
  const entries = await readGroupList(table, accountId, readGroupListHead(options.head));
  const searched = toSearchName(query.name ?? '');
  const matching =
    searched === '' ? entries : entries.filter(({ searchName }) => searchName.includes(searched));
  const start = (query.page - 1) * query.limit;
  const groupIds = matching.slice(start, start + query.limit).map(({ id }) => id);
  return { totalCount: matching.length, groups: await findInOrder(table, { accountId, groupIds }) };
}

/** Lists all groups of the account, newest first, for the operator. */
export async function listAllGroups(table: Table, accountId: string): Promise<Group[]> {
  const head = readGroupListHead(await table.get(groupListKey(accountId)));
  const entries = await readGroupList(table, accountId, head);
  return findInOrder(table, { accountId, groupIds: entries.map(({ id }) => id) });
}

/** Lists groups whose deletion is in progress or was interrupted. */
export async function listDeletedGroups(
  table: Table,
  accountId: string,
): Promise<Array<Group & { deletedAt: string }>> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': DELETED_GROUP_PREFIX },
    ConsistentRead: true,
  });
  return items.map(deletedGroupItem.read);
}

async function findInOrder(
  table: Table,
  options: { accountId: string; groupIds: string[] },
): Promise<Group[]> {
  if (options.groupIds.length === 0) return [];
  const groups = await findGroups(table, options);
  return options.groupIds.flatMap((groupId) => groups.get(groupId) ?? []);
}
