import { inflateRawSync } from 'node:zlib';
import type { Table } from '../../shared/platform/store/table';

/**
 * Sort keys and partitions of all items that have one of the texts in them, packed ones included.
 *
 * @param texts as they were written; numbers without `+`
 */
export async function findTraces(table: Table, texts: string[]): Promise<string[]> {
  const traces: string[] = [];
  for await (const item of table.scan({ ConsistentRead: true })) {
    const text = readable(item);
    const found = texts.find((wanted) => text.includes(wanted));
    if (found !== undefined) traces.push(`${found} in ${String(item.pk)} ${String(item.sk)}`);
  }
  return traces;
}

function readable(item: Record<string, unknown>): string {
  const unpacked = Object.values(item).flatMap((value) =>
    value instanceof Uint8Array ? [inflateRawSync(value).toString('utf8')] : [],
  );
  return [JSON.stringify(item), ...unpacked].join('\n');
}
