import { object, string } from 'valibot';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { type Clock, isoNow } from '../../shared/platform/clock';
import { defineItem } from '../../shared/platform/store/define-item';
import type { Item } from '../../shared/platform/store/item';
import { migrationSegmentKey } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';

/** Parts of the table that are gone through by themselves: one that was interrupted is gone through again. */
const SEGMENTS = 64;
const SEGMENTS_AT_ONCE = 4;
const ITEMS_AT_ONCE = 16;
const ITEMS_READ_AT_ONCE = 200;

const segmentItem = defineItem({
  entity: 'migrationSegment',
  key: ({ migration, segment }: { migration: string; segment: number }) =>
    migrationSegmentKey(migration, segment),
  value: object({ completedAt: string() }),
});

/** A change of stored items into the form of this release. */
export interface Migration {
  /** Stands in the keys of the parts that are done: never another one. */
  name: string;
  /** Which items are still to be changed, and what of them is read. */
  search: {
    FilterExpression: string;
    ProjectionExpression: string;
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues: Record<string, unknown>;
  };
  /** @returns false when there is nothing to change any more */
  change: (table: Table, item: Item) => Promise<boolean>;
}

export interface MigrationOptions {
  /** Goes through all of the table, whatever earlier runs have done. */
  isAnew?: boolean;
  /** Called now and then with the number of items so far. */
  onProgress?: ((changed: number) => void) | undefined;
}

export interface MigrationReport {
  /** Items that this run has changed. */
  changed: number;
  /** Parts of the table that an earlier run had gone through. */
  partsDoneBefore: number;
}

/** Goes through the table part by part. A run that is interrupted is continued by the next one. */
export async function goThroughTable(
  { table, clock }: { table: Table; clock: Clock },
  { name: migration, search, change }: Migration,
  options: MigrationOptions,
): Promise<MigrationReport> {
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => segment);
  const marks = await table.batchGet(segments.map((segment) => segmentItem.key({ migration, segment })));
  const left = segments.filter((segment) => options.isAnew === true || marks[segment] === undefined);
  let changed = 0;
  await forEachAtOnce(left, SEGMENTS_AT_ONCE, async (segment) => {
    const found = table.scan({
      ...search,
      Segment: segment,
      TotalSegments: SEGMENTS,
      ConsistentRead: true,
    });
    for await (const items of packed(found)) {
      await forEachAtOnce(items, ITEMS_AT_ONCE, async (item) => {
        if (await change(table, item)) changed++;
      });
      options.onProgress?.(changed);
    }
    await table.put({ Item: segmentItem.item({ migration, segment }, { completedAt: isoNow(clock) }) });
  });
  return { changed, partsDoneBefore: segments.length - left.length };
}

async function* packed(found: AsyncIterable<unknown>): AsyncGenerator<Item[]> {
  let items: Item[] = [];
  for await (const item of found) {
    items.push(item as Item);
    if (items.length < ITEMS_READ_AT_ONCE) continue;
    yield items;
    items = [];
  }
  if (items.length > 0) yield items;
}
