import { DUE_INDEX, type DueKind, duePartitionPrefix, duePk, dueShardsOf } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';

/**
 * Finds due items of a kind, the oldest first within each shard.
 *
 * The index is eventually consistent: an item that is missing now is found a minute later, and an item that is still
 * there although it is done is refused by the conditions of the caller. Any function that writes items could put them
 * into the index under any kind, so only items in a partition of the kind are returned, and the grants protect those
 * partitions.
 */
export async function* findDue(table: Table, kind: DueKind, now: Date): AsyncGenerator<Item> {
  for (let shard = 0; shard < dueShardsOf(kind); shard++) {
    const items = table.query({
      IndexName: DUE_INDEX,
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk <= :now',
      // "$" sorts behind "#", so that items of this very millisecond are included.
      ExpressionAttributeValues: { ':pk': duePk(kind, shard), ':now': `${now.toISOString()}$` },
    });
    for await (const item of items) if (item.pk.startsWith(duePartitionPrefix(kind))) yield item;
  }
}
