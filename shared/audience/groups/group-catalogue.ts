import { updateExpression } from '../../platform/store/expressions';
import { groupCatalogueKey, groupCataloguePageKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Table, TransactItem } from '../../platform/store/table';

/**
 * The names of an account's groups, packed many to an item: listing and filtering thousands of groups reads a handful
 * of items, and none while the catalogue has not changed since this process read it.
 *
 * The head names the revision, a value that is never used twice. Whatever creates or renames a group gives it a new
 * one in the same transaction.
 */
export interface CatalogueHead {
  revision: string;
  pageCount: number;
  defaultGroupId: string | undefined;
}

export interface CatalogueEntry {
  id: string;
  name: string;
  /** In the form in which names are compared. */
  searchName: string;
}

/** Groups to a page: 500 longest names in four-byte letters still are half of what an item may hold. */
export const GROUPS_PER_PAGE = 500;
const ACCOUNTS_REMEMBERED = 100;

const remembered = new Map<string, { revision: string; entries: CatalogueEntry[] }>();

export function readCatalogueHead(item: Item | undefined): CatalogueHead {
  return {
    revision: (item?.revision as string | undefined) ?? '',
    pageCount: (item?.pageCount as number | undefined) ?? 0,
    defaultGroupId: item?.defaultGroupId as string | undefined,
  };
}

/**
 * Every group of the account, newest first.
 *
 * @param head as just read: entries of that revision or of a later one are the answer
 */
export async function readCatalogue(
  table: Table,
  accountId: string,
  head: CatalogueHead,
): Promise<CatalogueEntry[]> {
  const known = remembered.get(accountId);
  if (known?.revision === head.revision) return known.entries;
  const keys = Array.from({ length: head.pageCount }, (_, page) => groupCataloguePageKey(accountId, page));
  const pages = await table.batchGet(keys);
  const entries = pages
    .flatMap((page) => Object.entries((page?.names ?? {}) as Record<string, string>))
    .map(([id, name]) => ({ id, name, searchName: toSearchName(name) }))
    // Ids sort by creation time.
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  if (remembered.size >= ACCOUNTS_REMEMBERED) remembered.clear();
  remembered.set(accountId, { revision: head.revision, entries });
  return entries;
}

/** **Source:** rules 4.7, case-insensitive. */
export const toSearchName = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * The writes that add a group to the catalogue. Their conditions fail when the last page has become full, or another
 * one the account's default, since `head` was read.
 */
export function addToCatalogue(options: {
  accountId: string;
  head: CatalogueHead;
  group: { id: string; name: string; isDefault: boolean };
  /** Because there is no page yet, or the last one is known to be full. */
  opensPage: boolean;
  revision: string;
}): { page: number; writes: TransactItem[] } {
  const { accountId, head, group, opensPage, revision } = options;
  const page = opensPage ? head.pageCount : head.pageCount - 1;
  const pageKey = groupCataloguePageKey(accountId, page);
  const pageWrite: TransactItem = opensPage
    ? {
        Put: {
          Item: { ...pageKey, names: { [group.id]: group.name } },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
    : {
        Update: {
          Key: pageKey,
          UpdateExpression: 'SET #names.#id = :name',
          ConditionExpression: 'size(#names) < :full',
          ExpressionAttributeNames: { '#names': 'names', '#id': group.id },
          ExpressionAttributeValues: { ':name': group.name, ':full': GROUPS_PER_PAGE },
        },
      };
  const headWrite = writeHead({
    accountId,
    head,
    revision,
    ...(opensPage && { pageCount: page + 1 }),
    ...(group.isDefault && { defaultGroupId: group.id }),
  });
  return { page, writes: [pageWrite, headWrite] };
}

/** The writes that give a group of the catalogue another name. */
export function renameInCatalogue(options: {
  accountId: string;
  page: number;
  group: { id: string; name: string };
}): TransactItem {
  const { accountId, page, group } = options;
  return {
    Update: {
      Key: groupCataloguePageKey(accountId, page),
      UpdateExpression: 'SET #names.#id = :name',
      ConditionExpression: 'attribute_exists(#names.#id)',
      ExpressionAttributeNames: { '#names': 'names', '#id': group.id },
      ExpressionAttributeValues: { ':name': group.name },
    },
  };
}

/** The write that takes a group out of the catalogue. */
export function removeFromCatalogue(options: {
  accountId: string;
  page: number;
  groupId: string;
}): TransactItem {
  return {
    Update: {
      Key: groupCataloguePageKey(options.accountId, options.page),
      UpdateExpression: 'REMOVE #names.#id',
      ConditionExpression: 'attribute_exists(#names.#id)',
      ExpressionAttributeNames: { '#names': 'names', '#id': options.groupId },
    },
  };
}

/**
 * Gives the catalogue a new revision.
 *
 * @param options.pageCount, options.defaultGroupId only where they change; conditional on what `head` says
 */
export function writeHead(options: {
  accountId: string;
  head: CatalogueHead;
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
      Key: groupCatalogueKey(accountId),
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
