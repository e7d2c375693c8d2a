import { number, object, optional, record, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { groupListKey, groupListPageKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import { Remembered } from '../../platform/store/remembered';
import type { Table, TransactItem } from '../../platform/store/table';

/**
 * Names of an account's groups, packed many to an item: listing and filtering thousands of groups reads few items, and
 * none while the list has not changed since this process read it.
 *
 * The head has the revision, a value that is never used twice. Each transaction that creates or renames a group changes
 * it.
 */
export const listHeadItem = defineItem({
  entity: 'groupList',
  key: groupListKey,
  value: object({
    revision: optional(string(), ''),
    pageCount: optional(number(), 0),
    defaultGroupId: optional(string()),
  }),
});
type GroupListHead = ValueOf<typeof listHeadItem>;

export const listPageItem = defineItem({
  entity: 'groupListPage',
  key: ({ accountId, page }: { accountId: string; page: number }) => groupListPageKey(accountId, page),
  value: object({
    /** Names by group id. */
    names: record(string(), string()),
  }),
});

interface GroupListEntry {
  id: string;
  name: string;
  /** Form in which names are compared. */
  searchName: string;
}

/** Groups on a page: 500 names of the greatest length, in four-byte characters, fill half of an item. */
export const GROUPS_PER_PAGE = 500;

const remembered = new Remembered<{ revision: string; entries: GroupListEntry[] }>(100);

const EMPTY: GroupListHead = { revision: '', pageCount: 0 };

/** Reads the head of the list, which does not exist for an account without groups. */
export const readGroupListHead = (item: Item | undefined): GroupListHead =>
  listHeadItem.readIfAny(item) ?? EMPTY;

/**
 * Returns all groups of the account, newest first.
 *
 * @param head as just read: the result is of that revision or a later one
 */
export async function readGroupList(
  table: Table,
  accountId: string,
  head: GroupListHead,
): Promise<GroupListEntry[]> {
  const known = remembered.get(table, accountId);
  if (known?.revision === head.revision) return known.entries;
  const keys = Array.from({ length: head.pageCount }, (_, page) => listPageItem.key({ accountId, page }));
  const pages = await table.batchGet(keys);
  const entries = pages
    .flatMap((page) => Object.entries(listPageItem.readIfAny(page)?.names ?? {}))
    .map(([id, name]) => ({ id, name, searchName: toSearchName(name) }))
    // Ids sort by creation time.
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  remembered.set(table, accountId, { revision: head.revision, entries });
  return entries;
}

/** Returns the form in which names are compared, ignoring case. **Source:** rules 4.7. */
export const toSearchName = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * Builds the writes that add a group to the list. The condition of the page fails when it is full or was opened by
 * another write; that of the head fails when the last page or the default group changed since `head` was read.
 */
export function addToGroupList(options: {
  accountId: string;
  head: GroupListHead;
  group: { id: string; name: string; isDefault: boolean };
  /** True when there is no page yet, or the last one is full. */
  opensPage: boolean;
  revision: string;
}): { page: number; pageWrite: TransactItem; headWrite: TransactItem } {
  const { accountId, head, group, opensPage, revision } = options;
  const page = opensPage ? head.pageCount : head.pageCount - 1;
  const pageWrite: TransactItem = opensPage
    ? {
        Put: {
          Item: listPageItem.item({ accountId, page }, { names: { [group.id]: group.name } }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
    : {
        Update: {
          Key: listPageItem.key({ accountId, page }),
          UpdateExpression: 'SET #names.#id = :name',
          ConditionExpression: 'size(#names) < :full',
          ExpressionAttributeNames: { '#names': 'names', '#id': group.id },
          ExpressionAttributeValues: { ':name': group.name, ':full': GROUPS_PER_PAGE },
        },
      };
  const headWrite = writeGroupListHead({
    accountId,
    head,
    revision,
    ...(opensPage && { pageCount: page + 1 }),
    ...(group.isDefault && { defaultGroupId: group.id }),
  });
  return { page, pageWrite, headWrite };
}

/** Builds the write that renames a group in the list. */
export function renameInGroupList(options: {
  accountId: string;
  page: number;
  group: { id: string; name: string };
}): TransactItem {
  const { accountId, page, group } = options;
  return {
    Update: {
      Key: listPageItem.key({ accountId, page }),
      UpdateExpression: 'SET #names.#id = :name',
      ConditionExpression: 'attribute_exists(#names.#id)',
      ExpressionAttributeNames: { '#names': 'names', '#id': group.id },
      ExpressionAttributeValues: { ':name': group.name },
    },
  };
}

/** Builds the write that removes a group from the list. */
export function removeFromGroupList(options: {
  accountId: string;
  page: number;
  groupId: string;
}): TransactItem {
  return {
    Update: {
      Key: listPageItem.key(options),
      UpdateExpression: 'REMOVE #names.#id',
      ConditionExpression: 'attribute_exists(#names.#id)',
      ExpressionAttributeNames: { '#names': 'names', '#id': options.groupId },
    },
  };
}

/**
 * Builds the write that gives the list a new revision.
 *
 * @param options.pageCount, options.defaultGroupId only where they change; conditional on the values of `head`
 */
export function writeGroupListHead(options: {
  accountId: string;
  head: GroupListHead;
  revision: string;
  pageCount?: number;
  defaultGroupId?: string | undefined;
}): TransactItem {
  const { accountId, head, revision, pageCount } = options;
  const changesDefault = 'defaultGroupId' in options;
  const conditions: string[] = [];
  const values: Record<string, unknown> = {};
  const expect = (name: string, value: unknown) => {
    conditions.push(value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}Read`);
    if (value !== undefined) values[`:${name}Read`] = value;
  };
  if (pageCount !== undefined) expect('pageCount', head.pageCount === 0 ? undefined : head.pageCount);
  if (changesDefault) expect('defaultGroupId', head.defaultGroupId);
  return {
    Update: {
      Key: listHeadItem.key(accountId),
      ...updateExpression(
        {
          set: { revision, pageCount, defaultGroupId: options.defaultGroupId },
          remove: changesDefault && options.defaultGroupId === undefined ? ['defaultGroupId'] : [],
        },
        { values },
      ),
      ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    },
  };
}
