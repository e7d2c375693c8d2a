import { deletedGroupKey, groupKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Group, readGroup } from './group';

export async function findGroup(
  table: Table,
  options: { accountId: string; groupId: string },
): Promise<Group | undefined> {
  const item = await table.get(groupKey(options.accountId, options.groupId));
  return item && readGroup(item);
}

/** The account's groups among `groupIds`, by id. */
export async function findGroups(
  table: Table,
  options: { accountId: string; groupIds: string[] },
): Promise<Map<string, Group>> {
  const items = await table.batchGet(options.groupIds.map((groupId) => groupKey(options.accountId, groupId)));
  return new Map(
    items.filter((item) => item !== undefined).map((item) => [item.id as string, readGroup(item)]),
  );
}

/** Those among `groupIds` whose deletion is under way, by id. Their members leave them as others leave a group. */
export async function findDeletedGroups(
  table: Table,
  options: { accountId: string; groupIds: string[] },
): Promise<Map<string, Group>> {
  if (options.groupIds.length === 0) return new Map();
  const keys = options.groupIds.map((groupId) => deletedGroupKey(options.accountId, groupId));
  const items = await table.batchGet(keys);
  return new Map(
    items.filter((item) => item !== undefined).map((item) => [item.id as string, readGroup(item)]),
  );
}
