import type { Item } from './item';
import { getDotPath, type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { Key } from './keys';

/** An item in the table is not what its declaration says: the code and the data are of different releases. */
export class StoredItemError extends Error {
  override readonly name = 'StoredItemError';
}

/** One kind of item: where it lies, what it holds, how it is read and written. */
export interface ItemDefinition<Address, Value> {
  /** Stored with each item, so that a scan or an export can recognize it. */
  readonly entity: string;
  /** All that an item has, keys included, under their stored names: what a function needs to put it. */
  readonly attributes: readonly string[];
  readonly key: (address: Address) => Key;
  /** The whole item, for a put. Attributes that are `undefined` are left out. */
  readonly item: (address: Address, value: Value) => Item;
  /**
   * The value of an item as read. Attributes that the declaration does not name are left out: keys, index attributes,
   * time to live, and what a later release added.
   *
   * @throws StoredItemError naming the attribute, never its value
   */
  readonly read: (item: Item) => Value;
  /** As `read`; `undefined` for an item that does not exist. */
  readonly readIfAny: (item: Item | undefined) => Value | undefined;
}

/** The value of a kind of item. */
export type ValueOf<Definition> = Definition extends ItemDefinition<never, infer Value> ? Value : never;

/** An object's schema, or that of one of several objects. */
type ItemSchema = GenericSchema<unknown, object> & {
  entries?: object;
  options?: ReadonlyArray<{ entries?: object }>;
};

/**
 * Declares a kind of item. An attribute that an item may lack is `optional`, with its default where it has one.
 *
 * @param options.value valibot schema of what the item holds, keys excluded
 */
export function defineItem<Address, const Schema extends ItemSchema>(options: {
  entity: string;
  key: (address: Address) => Key;
  value: Schema;
}): ItemDefinition<Address, InferOutput<Schema>> {
  const { entity, key, value: schema } = options;
  const read = (item: Item): InferOutput<Schema> => {
    const parsed = safeParse(schema, item, { abortEarly: true });
    if (parsed.success) return parsed.output;
    const [issue] = parsed.issues;
    throw new StoredItemError(
      `A stored ${entity} has an unexpected ${getDotPath(issue) ?? 'form'}: expected ${issue.expected ?? 'another'}`,
    );
  };
  const names = [schema, ...(schema.options ?? [])].flatMap(({ entries = {} }) => Object.keys(entries));
  return {
    entity,
    attributes: [...new Set(['pk', 'sk', 'entity', ...names])],
    key,
    item: (address, value) => ({ ...key(address), entity, ...value }),
    read,
    readIfAny: (item) => item && read(item),
  };
}
