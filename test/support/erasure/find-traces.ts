import { inflateRawSync } from 'node:zlib';
import type { Item } from '../../../shared/platform/store/item';
import type { Table } from '../../../shared/platform/store/table';

export interface TracedItem extends Pick<Item, 'pk' | 'sk'> {
  /** The text that was found in it. */
  text: string;
}

/**
 * Finds the items that contain one of the texts, compressed values included.
 *
 * @param texts as they were written; numbers without `+`
 */
export async function findTracedItems(table: Table, texts: string[]): Promise<TracedItem[]> {
  const traced: TracedItem[] = [];
  for await (const item of table.scan({ ConsistentRead: true })) {
    const content = readable(item);
    const text = texts.find((wanted) => content.includes(wanted));
    if (text !== undefined) traced.push({ pk: String(item.pk), sk: String(item.sk), text });
  }
  return traced;
}

/** Like `findTracedItems`, as sentences. */
export async function findTraces(table: Table, texts: string[]): Promise<string[]> {
  const traced = await findTracedItems(table, texts);
  return traced.map(({ pk, sk, text }) => `${text} in ${pk} ${sk}`);
}

function readable(item: Record<string, unknown>): string {
  const unpacked = Object.values(item).flatMap((value) =>
    value instanceof Uint8Array ? [inflateRawSync(value).toString('utf8')] : [],
  );
  return [JSON.stringify(item), ...unpacked].join('\n');
}
