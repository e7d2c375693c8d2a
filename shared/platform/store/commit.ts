import type { Item } from './item';
import type { Table, TransactItem } from './table';
import { CONFLICT, type ConflictLimits, retryOnConflict } from './retry-on-conflict';

/** One write of a transaction, and what it means when its condition does not hold. */
export interface Part<Refusal extends string> {
  write: TransactItem;
  /** The name under which the caller learns of it. Absent: the write has no condition, or one that must hold. */
  onFail?: Refusal;
  /** The rest is committed without this write when its condition does not hold. */
  isOmittedOnFail?: true;
}

/** Writes without a condition, or with one that must hold. */
export const required = (writes: TransactItem[]): Array<Part<never>> => writes.map((write) => ({ write }));

/** Writes that the rest is committed without when their condition does not hold. */
export const omittable = (writes: TransactItem[]): Array<Part<never>> =>
  writes.map((write) => ({ write, isOmittedOnFail: true }));

export type Commit<Refusal extends string> =
  | { committed: true }
  | {
      committed: false;
      /** Of several the first, in the order of the parts. */
      refusal: Refusal;
      /** The item that did not meet the condition; `undefined` when there is none. */
      found: Item | undefined;
    };

/** A condition that must hold did not: the table is not as the code says it can be. Nothing was written. */
export class UnexpectedRefusalError extends Error {
  override readonly name = 'UnexpectedRefusalError';
}

/**
 * Writes all of the parts or none of them, in one transaction.
 *
 * Transactions of others on the same items are waited for: the conditions alone decide, so the same transaction is sent
 * again. What depends on an item as it was read needs a condition on that item's version, and `onFail` for it.
 *
 * @param limits for items that very many transactions write at once
 * @returns the first refusal by its name
 * @throws StoreBusyError when other transactions kept coming first; UnexpectedRefusalError when a part without `onFail`
 *   did not hold
 */
export async function commit<Refusal extends string = never>(
  table: Table,
  parts: ReadonlyArray<Part<Refusal>>,
  limits: Partial<ConflictLimits> = {},
): Promise<Commit<Refusal>> {
  let remaining = [...parts];
  const attempt = async () => {
    const result = await table.transact(remaining.map(({ write }) => write));
    if (result.committed) return { committed: true as const };
    const unmet = result.failed
      .filter(({ reason }) => reason === 'conditionFailed')
      .sort((a, b) => a.index - b.index)
      .map(({ index, found }) => ({ part: remaining[index] as Part<Refusal>, found }));
    const refused = unmet.find(({ part }) => !part.isOmittedOnFail);
    if (refused) return toRefusal(refused);
    // What is left out is decided once for all attempts: its condition did not hold at a moment when the others did.
    remaining = remaining.filter((part) => !unmet.some((omitted) => omitted.part === part));
    return CONFLICT;
  };
  return retryOnConflict(table.waits, attempt, limits);
}

/**
 * As `commit`. One update alone goes without a transaction, which costs half the units: all or nothing it is anyway. An
 * update whose answer was lost can then be refused for its own effect, so the caller must recognise that in `found`.
 */
export async function commitOrUpdate<Refusal extends string>(
  table: Table,
  parts: ReadonlyArray<Part<Refusal>>,
): Promise<Commit<Refusal>> {
  const [part] = parts;
  if (parts.length > 1 || part?.onFail === undefined || !('Update' in part.write))
    return commit(table, parts);
  const result = await table.update(part.write.Update);
  return result.written
    ? { committed: true }
    : { committed: false, refusal: part.onFail, found: result.found };
}

function toRefusal<Refusal extends string>({
  part,
  found,
}: {
  part: Part<Refusal>;
  found: Item | undefined;
}): Commit<Refusal> {
  if (part.onFail === undefined) {
    throw new UnexpectedRefusalError(`The condition of ${describe(part.write)} did not hold`);
  }
  return { committed: false, refusal: part.onFail, found };
}

/** The kind of item, from the sort key's first word: keys themselves can hold phone numbers. */
function describe(write: TransactItem): string {
  const [action = '', target] = Object.entries(write)[0] ?? [];
  const { Key, Item: item } = target as { Key?: { sk: string }; Item?: { sk: string } };
  return `${action} ${(Key ?? item)?.sk.split('#')[0] ?? ''}`;
}
