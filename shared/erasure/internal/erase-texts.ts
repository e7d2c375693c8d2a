import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import type { Erased, Eraser, EraserDeps } from './eraser';

/** Attributes that hold no text about people. */
const KEYS = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk', 'gsi4pk', 'gsi4sk'];

interface TextRule {
  accountOf: (item: Item) => string;
  /** Attributes that are not changed. */
  kept: (item: Item) => readonly string[];
  /** Puts back what is not changed inside of an attribute. @returns `before` when nothing else was changed */
  keepParts?: (item: Item, name: string, change: { before: unknown; cleaned: unknown }) => unknown;
  /** Attribute that counts the writes of the item, if it has one. */
  countOfWrites?: 'version' | 'revision';
}

/**
 * Removes people from all attributes of an account's item, except those that are kept: texts that users typed, and
 * parts of filters. An attribute that is added later is searched as well.
 *
 * **Source:** rules E2.
 */
export const eraseTexts =
  (rule: TextRule): Eraser =>
  async (deps, item) => {
    const accountId = rule.accountOf(item);
    if (!deps.people.isOfAccount(accountId)) return 'done';
    const skipped = [...KEYS, ...rule.kept(item)];
    const attributes = Object.entries(item).filter(([name]) => !skipped.includes(name));
    const place = { accountId, at: madeAt(item) };
    const changed = attributes.flatMap(([name, value]) => {
      const found = deps.people.withoutPeople(value, place);
      const cleaned = rule.keepParts?.(item, name, { before: value, cleaned: found }) ?? found;
      return cleaned === value ? [] : [[name, cleaned] as const];
    });
    const count = rule.countOfWrites ?? 'version';
    const set = Object.fromEntries(changed);
    const erased = changed.length === 0 ? 'done' : await write(deps, item, { set, count });
    const isUndecided = attributes.some(([, value]) => deps.people.isUndecided(value, place));
    return isUndecided ? 'later' : erased;
  };

const madeAt = ({ createdAt, at }: Item): string => {
  const time = createdAt ?? at;
  return typeof time === 'string' ? time : '';
};

/**
 * Writes the cleaned attributes. Fails on a concurrent change of an item whose writes are counted, which is then erased
 * in its new state.
 */
async function write(
  { table }: EraserDeps,
  item: Item,
  { set, count }: { set: Record<string, unknown>; count: 'version' | 'revision' },
): Promise<Erased> {
  const read = item[count];
  const isCounted = typeof read === 'number';
  const result = await table.update({
    Key: { pk: item.pk, sk: item.sk },
    ...updateExpression(
      { set, ...(isCounted && { add: { [count]: 1 } }) },
      { ...(isCounted && { values: { ':read': read } }) },
    ),
    ConditionExpression: isCounted ? `#${count} = :read` : 'attribute_exists(pk)',
  });
  return result.written || !result.found ? 'done' : 'later';
}
