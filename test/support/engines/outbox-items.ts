import { DUE_INDEX, PARTITIONS } from '../../../shared/platform/store/keys';
import type { Item } from '../../../shared/platform/store/item';
import type { Table } from '../../../shared/platform/store/table';

/** Returns all items in the outbox, the oldest first, as the table's stream would have them. */
export async function readOutbox(table: Table): Promise<Item[]> {
  const places = table.scan({
    IndexName: DUE_INDEX,
    FilterExpression: 'begins_with(pk, :outbox)',
    ExpressionAttributeValues: { ':outbox': PARTITIONS.outbox },
  });
  const keys: Item[] = [];
  for await (const place of places) keys.push(place as Item);
  keys.sort((a, b) => (String(a.gsi1sk) < String(b.gsi1sk) ? -1 : 1));
  const items = await table.batchGet(keys.map(({ pk, sk }) => ({ pk, sk })));
  return items.filter((item) => item !== undefined);
}
