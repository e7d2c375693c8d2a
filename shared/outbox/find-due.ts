import { DUE_INDEX, type DueKind, duePartitionPrefix, duePk, dueShardsOf } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';

/**
 * Items of a kind whose time has come, those that wait longest first within each shard.
 *
 * The index is eventually consistent: an item that it does not show yet, it shows a minute later; an item that it still
 * shows although it is done, the caller's conditions refuse. Any function that writes items could put them into the index
 * under any kind: only items in a partition of the kind are returned, and the grants protect those partitions.
 */
export async function* findDue(table: Table, kind: DueKind, now: Date): AsyncGenerator<Item> {
  for (let shard = 0; shard < dueShardsOf(kind); shard++) {
    const items = table.query({
      IndexName: DUE_INDEX,
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk <= :now',
      // "$" sorts behind "#", so that the very millisecond is included.
      ExpressionAttributeValues: { ':pk': duePk(kind, shard), ':now': `${now.toISOString()}$` },
    });
    for await (const item of items) if (item.pk.startsWith(duePartitionPrefix(kind))) yield item;
  }
}
