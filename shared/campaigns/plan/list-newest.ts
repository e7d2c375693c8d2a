import type { Item } from '../../platform/store/item';
import type { Table } from '../../platform/store/table';
import { type ListPage, type ListScope, writeListCursor } from '../../lists/list-query';

const ITEMS_A_READ = 100;

/**
 * Lists a page of a partition whose sort keys are ids, newest first; with a status, those that have it.
 *
 * **Source:** rules E1.
 */
export async function listNewest<One extends { id: string }>(
  table: Table,
  options: {
    pk: string;
    status: string | undefined;
    page: ListPage;
    scope: ListScope;
    read: (item: Item) => One;
  },
): Promise<{ results: One[]; nextCursor: string | undefined }> {
  const { pk, status, page, scope, read } = options;
  const { limit, place } = page;
  const results: One[] = [];
  const items = table.query({
    KeyConditionExpression: `pk = :pk${place === undefined ? '' : ' AND sk < :place'}`,
    ...(status !== undefined && {
      FilterExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
    }),
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(place !== undefined && { ':place': place }),
      ...(status !== undefined && { ':status': status }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: status === undefined ? limit + 1 : ITEMS_A_READ,
  });
  for await (const item of items) {
    const last = results.at(-1);
    if (results.length === limit && last) return { results, nextCursor: writeListCursor(scope, last.id) };
    results.push(read(item));
  }
  return { results, nextCursor: undefined };
}
