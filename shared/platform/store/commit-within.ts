import { number, object } from 'valibot';
import { type Commit, commit, type Part } from './commit';
import { defineItem } from './define-item';
import type { Key } from './keys';
import { CONFLICT, retryOnConflict } from './retry-on-conflict';
import type { Table } from './table';

/** Number of creations of one kind of item in an account. */
const creationsItem = defineItem({
  entity: 'creations',
  key: (key: Key) => key,
  value: object({ version: number() }),
});

/**
 * Creates one of several items of which an account has a limited number, however many requests do so at once. Each
 * creation counts in one item, and one that was overtaken looks at the number again. A deletion only makes room, and
 * does not count.
 *
 * @param options.key key of the item that counts creations
 * @param options.refuseFull reads consistently how many there are; throws when no more fit
 */
export async function commitWithin<Refusal extends string>(
  table: Table,
  options: {
    key: Key;
    refuseFull: () => Promise<void>;
    parts: ReadonlyArray<Part<Refusal>>;
  },
): Promise<Commit<Refusal>> {
  const { key, refuseFull, parts } = options;
  return retryOnConflict(table.waits, async () => {
    const { version } = creationsItem.readIfAny(await table.get(key)) ?? { version: 0 };
    await refuseFull();
    const result = await commit<Refusal | 'overtaken'>(table, [
      ...parts,
      {
        write: {
          Put: {
            Item: creationsItem.item(key, { version: version + 1 }),
            ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
            ExpressionAttributeValues: { ':read': version },
          },
        },
        onFail: 'overtaken',
      },
    ]);
    if (result.committed) return result;
    const { refusal } = result;
    return refusal === 'overtaken' ? CONFLICT : { ...result, refusal };
  });
}
