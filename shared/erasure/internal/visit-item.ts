import type { Item } from '../../platform/store/item';
import type { TableSender } from '../../platform/store/table';
import { kindOf } from '../personal-data';
import type { Deletions } from './deletions';
import type { Erased, EraserDeps } from './eraser';
import type { Retentions } from './retentions';

interface VisitDeps extends EraserDeps {
  retentions: Retentions;
  deletions: Deletions;
  /** Called between the writes of an item that has many parts. */
  onProgress: () => Promise<void>;
}

/**
 * Removes from an item what it holds of the people of the pass, and what the retentions of the pass no longer keep; an
 * item of a deleted account is deleted.
 */
export async function visitItem(deps: VisitDeps, item: Item): Promise<Erased> {
  if (await deps.deletions.drop(deps, item)) return 'done';
  const kind = kindOf(item);
  if (!kind)
    deps.log.error('An item of a kind that no erasure knows', undefined, { kind: item.sk.split('#')[0] });
  const erased = (await kind?.erase?.(deps, item)) ?? 'done';
  await deps.retentions.apply(deps, item, kind?.retained);
  return erased;
}

/** Thrown when an eraser would use the table for an item that may be an older state. */
class OldItemError extends Error {
  override readonly name = 'OldItemError';
}

/**
 * Returns the visit of items of eventually consistent reads. Most of them do not concern an erased person and are only
 * looked at. For all others the visit begins again with a strongly consistent read: nothing is written from an older state.
 */
export function visitorOfOldItems(deps: VisitDeps): (item: Item) => Promise<Erased> {
  const refusing: TableSender = { send: () => Promise.reject(new OldItemError()) };
  const looking = { ...deps, table: deps.table.through(() => refusing) };
  return async (item) => {
    try {
      return await visitItem(looking, item);
    } catch (error) {
      if (!(error instanceof OldItemError)) throw error;
      const found = await deps.table.get({ pk: item.pk, sk: item.sk });
      return found ? visitItem(deps, found) : 'done';
    }
  };
}
