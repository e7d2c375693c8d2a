import type { Item } from './item';
import type { Key } from './keys';
import type { Table } from './table';

/** Keys or items by the names that their reader uses. */
export type ByName<Name extends string, Value> = { [name in Name]?: Value | undefined };

/** Reads items in one round trip. A name without a key, or whose item does not exist, has no item. */
export async function readByName<Name extends string>(
  table: Table,
  keys: ByName<Name, Key>,
): Promise<ByName<Name, Item>> {
  const wanted = (Object.entries(keys) as Array<[Name, Key | undefined]>).filter(
    (entry): entry is [Name, Key] => entry[1] !== undefined,
  );
  const items = await table.batchGet(wanted.map(([, key]) => key));
  return Object.fromEntries(wanted.map(([name], index) => [name, items[index]])) as ByName<Name, Item>;
}
