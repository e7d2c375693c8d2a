import type { Table } from '../../platform/store/table';
import { deletedGroupItem, type Group, groupItem } from './group';

export async function findGroup(
  table: Table,
  address: { accountId: string; groupId: string },
): Promise<Group | undefined> {
  return groupItem.readIfAny(await table.get(groupItem.key(address)));
}

/** Finds the account's groups among `groupIds`, by id. */
export async function findGroups(
  table: Table,
  options: { accountId: string; groupIds: string[] },
): Promise<Map<string, Group>> {
  return readAll(table, { ...options, definition: groupItem });
}

/**
 * Finds the groups among `groupIds` whose deletion is in progress, by id. Their members leave them like any other
 * group.
 */
export async function findDeletedGroups(
  table: Table,
  options: { accountId: string; groupIds: string[] },
): Promise<Map<string, Group>> {
  return readAll(table, { ...options, definition: deletedGroupItem });
}

async function readAll(
  table: Table,
  options: {
    accountId: string;
    groupIds: string[];
    definition: typeof groupItem | typeof deletedGroupItem;
  },
): Promise<Map<string, Group>> {
  const { accountId, groupIds, definition } = options;
  const items = await table.batchGet(groupIds.map((groupId) => definition.key({ accountId, groupId })));
  const groups = items.flatMap((item): Group[] => (item ? [definition.read(item)] : []));
  return new Map(groups.map((group) => [group.id, group]));
}
