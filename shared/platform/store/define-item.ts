import type { Item } from './item';
import { getDotPath, type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { Key } from './keys';

/** Thrown when an item in the table does not match its declaration: code and data are of different releases. */
export class StoredItemError extends Error {
  override readonly name = 'StoredItemError';
}

/** Definition of one kind of item: its key, its content, and how it is read and written. */
interface ItemDefinition<Address, Value> {
  /** Name of the kind, stored with each item so that a scan or an export can recognise it. */
  readonly entity: string;
  /** Names of all attributes, keys included: those that a function must be allowed to put. */
  readonly attributes: readonly string[];
  readonly key: (address: Address) => Key;
  /** Builds the whole item, for a put. Attributes that are `undefined` are left out. */
  readonly item: (address: Address, value: Value) => Item;
  /**
   * Reads the value of an item. Attributes that are not declared are left out: keys, index attributes, time to live,
   * and those that a later release added.
   *
   * @throws StoredItemError that names the attribute, never its value
   */
  readonly read: (item: Item) => Value;
  /** Reads like `read`; returns `undefined` for an item that does not exist. */
  readonly readIfAny: (item: Item | undefined) => Value | undefined;
}

/** Value of a kind of item. */
export type ValueOf<Definition> = Definition extends ItemDefinition<never, infer Value> ? Value : never;

/** Schema of an object, or of one of several objects. */
type ItemSchema = GenericSchema<unknown, object> & {
  entries?: object;
  options?: ReadonlyArray<{ entries?: object }>;
};

/**
 * Declares a kind of item. An attribute that an item may lack is `optional`, with its default if it has one.
 *
 * @param options.value valibot schema of the item's content, without keys
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
