import { groupKey } from '../platform/keys';
import type { Table } from '../platform/table';
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
