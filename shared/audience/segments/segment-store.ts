import { ServiceError } from '../../errors/service-error';
import { type ListPage, type ListScope, writeListCursor } from '../../lists/list-query';
import { segmentsPk } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import { updateExpression } from '../../platform/store/expressions';
import { type Segment, segmentItem } from './segment';

interface SegmentAddress {
  accountId: string;
  id: string;
}

/** @throws ServiceError NoSuchResource */
export async function findSegmentOrThrow(table: Table, address: SegmentAddress): Promise<Segment> {
  const segment = segmentItem.readIfAny(await table.get(segmentItem.key(address)));
  if (!segment) throw new ServiceError('NoSuchResource', { cause: 'segment' });
  return segment;
}

/**
 * Builds a write that a new campaign adds for its segment. It raises the version, so that a concurrent deletion looks
 * for campaigns again, and its condition fails when the segment is deleted.
 */
export const takeSegmentIntoUse = (address: SegmentAddress): TransactItem => ({
  Update: {
    Key: segmentItem.key(address),
    ...updateExpression({ add: { version: 1 } }),
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/** Lists a page of the account's segments, newest first. **Source:** rules E1, E3. */
export async function listSegments(
  table: Table,
  options: { accountId: string; page: ListPage; scope: ListScope },
): Promise<{ segments: Segment[]; nextCursor: string | undefined }> {
  const { accountId, page, scope } = options;
  const { limit, place } = page;
  const segments: Segment[] = [];
  const items = table.query({
    KeyConditionExpression: `pk = :pk${place === undefined ? '' : ' AND sk < :place'}`,
    ExpressionAttributeValues: {
      ':pk': segmentsPk(accountId),
      ...(place !== undefined && { ':place': place }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit + 1,
  });
  for await (const item of items) {
    const last = segments.at(-1);
    if (segments.length === limit && last) {
      return { segments, nextCursor: writeListCursor(scope, last.id) };
    }
    segments.push(segmentItem.read(item));
  }
  return { segments, nextCursor: undefined };
}
