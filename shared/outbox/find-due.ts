import { forEachAtOnce } from '../platform/at-once';
import { DUE_INDEX, type DueKind, duePartitionPrefix, duePks, type Key } from '../platform/store/keys';
import type { RegionSide } from '../platform/region-side';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';

/** Place of an item in the `due` index, which has nothing else of the item. */
export interface DuePlace extends Key {
  gsi1pk: string;
  /** `<due time>#<id>` */
  gsi1sk: string;
}

interface OpenShard {
  pk: string;
  from?: Record<string, unknown> | undefined;
}

const SHARDS_AT_ONCE = 16;
const PLACES_A_PAGE = 100;

/**
 * Finds the places of due items of a kind, a page of every shard at a time, and of these the oldest first.
 *
 * The index is eventually consistent: an item that is missing now is found a minute later. Any function that writes
 * items could put them into the index under any kind, so only items in a partition of the kind are returned, and the
 * grants protect those partitions.
 *
 * @param side region whose work it is; this process's own unless given
 */
export async function* findDuePlaces(
  table: Table,
  kind: DueKind,
  now: Date,
  side?: RegionSide,
): AsyncGenerator<DuePlace> {
  let open: OpenShard[] = duePks(kind, side).map((pk) => ({ pk }));
  while (open.length > 0) {
    const found: DuePlace[] = [];
    const next: OpenShard[] = [];
    await forEachAtOnce(open, SHARDS_AT_ONCE, async ({ pk, from }) => {
      const { items, lastKey } = await table.queryPage({
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk <= :now',
        ExpressionAttributeValues: { ':pk': pk, ':now': latestDue(now) },
        Limit: PLACES_A_PAGE,
        ...(from && { ExclusiveStartKey: from }),
      });
      found.push(...(items as unknown as DuePlace[]));
      if (lastKey) next.push({ pk, from: lastKey });
    });
    found.sort((a, b) => (a.gsi1sk < b.gsi1sk ? -1 : 1));
    for (const place of found) if (place.pk.startsWith(duePartitionPrefix(kind))) yield place;
    open = next;
  }
}

/** Finds due items of a kind in the order of `findDuePlaces`, and skips those that are no longer due. */
export async function* findDue(
  table: Table,
  kind: DueKind,
  now: Date,
  side?: RegionSide,
): AsyncGenerator<Item> {
  let places: DuePlace[] = [];
  for await (const place of findDuePlaces(table, kind, now, side)) {
    places.push(place);
    if (places.length < PLACES_A_PAGE) continue;
    yield* readDue(table, { places, now });
    places = [];
  }
  yield* readDue(table, { places, now });
}

async function* readDue(
  table: Table,
  { places, now }: { places: DuePlace[]; now: Date },
): AsyncGenerator<Item> {
  const items = await table.batchGet(places.map(({ pk, sk }) => ({ pk, sk })));
  for (const [index, item] of items.entries()) {
    const isDue = item?.gsi1pk === places[index]?.gsi1pk && String(item?.gsi1sk) <= latestDue(now);
    if (item && isDue) yield item;
  }
}

/** Greatest sort key that is due. "$" sorts behind "#", so that items of this very millisecond are included. */
const latestDue = (now: Date) => `${now.toISOString()}$`;
