import type { Item } from './item';
import type { Table, TransactItem } from './table';
import { CONFLICT, type ConflictLimits, retryOnConflict } from './retry-on-conflict';

/** One write of a transaction, with the meaning of a condition that does not hold. */
export interface Part<Refusal extends string> {
  write: TransactItem;
  /**
   * Refusal that the caller gets when the condition does not hold. Absent: the write has no condition, or one that must
   * hold.
   */
  onFail?: Refusal;
  /** The other writes are committed without this one when its condition does not hold. */
  isOmittedOnFail?: true;
}

/** Makes parts of writes without a condition, or with one that must hold. */
export const required = (writes: TransactItem[]): Array<Part<never>> => writes.map((write) => ({ write }));

/** Makes parts of writes that are omitted when their condition does not hold. */
export const omittable = (writes: TransactItem[]): Array<Part<never>> =>
  writes.map((write) => ({ write, isOmittedOnFail: true }));

export type Commit<Refusal extends string> =
  | { committed: true }
  | {
      committed: false;
      /** First refusal in the order of the parts. */
      refusal: Refusal;
      /** Item that did not meet the condition; `undefined` when there is none. */
      found: Item | undefined;
    };

/**
 * Thrown when a condition that must hold did not: the table is in a state that the code excludes. Nothing was written.
 */
export class UnexpectedRefusalError extends Error {
  override readonly name = 'UnexpectedRefusalError';
}

/**
 * Writes all parts or none of them, in one transaction.
 *
 * After a conflict with another transaction on the same items, the same transaction is sent again: only the conditions
 * decide. A write that depends on an item as it was read needs a condition on that item's version, with `onFail`.
 *
 * @param limits attempts, for items that very many transactions write at once
 * @returns `committed`, or the first refusal by its name
 * @throws StoreBusyError when the conflicts with other transactions did not end; UnexpectedRefusalError when a part
 *   without `onFail` did not hold
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
    // The omitted parts are decided once for all attempts: their conditions did not hold at a moment when the others
    // did.
    remaining = remaining.filter((part) => !unmet.some((omitted) => omitted.part === part));
    return CONFLICT;
  };
  return retryOnConflict(table.waits, attempt, limits);
}

/**
 * Commits like `commit`, but sends a single update without a transaction, which costs half the units and is atomic by
 * itself. An update whose response was lost can then be refused because of its own effect, so the caller must recognise
 * that in `found`.
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

/** Describes a write by the kind of its item, the first word of the sort key: whole keys can contain phone numbers. */
function describe(write: TransactItem): string {
  const [action = '', target] = Object.entries(write)[0] ?? [];
  const { Key, Item: item } = target as { Key?: { sk: string }; Item?: { sk: string } };
  return `${action} ${(Key ?? item)?.sk.split('#')[0] ?? ''}`;
}
