import { array, boolean, object, optional, picklist, string } from 'valibot';
import type { E164 } from '../phone-numbers/e164';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { dueAttributes, erasureKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { storedText } from '../platform/store/stored-text';

/**
 * Delays after which the timer requeues an erasure or a deletion whose queue message was lost, and a retention that no
 * erasure has applied along the way.
 */
const WAKE_AFTER_MS = { person: 60_000, deletion: 60_000, retention: 12 * 60 * 60_000 };

/**
 * Erasure of one person, of the items that an account no longer keeps, or of those that its deletion has left. When that
 * of a person has ended, its item says only that it took place.
 *
 * **Source:** rules E2.
 */
export const erasureItem = defineItem({
  entity: 'erasure',
  key: (erasureId: string) => erasureKey(erasureId),
  value: object({
    id: string(),
    /**
     * `retention`: applies a shortened retention instead of erasing a person; `deletion`: deletes what is left of a
     * deleted account.
     */
    kind: optional(picklist(['person', 'retention', 'deletion']), 'person'),
    accountId: string(),
    status: picklist(['running', 'completed']),
    /** Every spelling of the person's number; empty at the end. */
    phoneNumbers: optional(array(storedText<E164>()), []),
    /** Contacts at the numbers, by which the erasure is found again after a restore; absent at the end. */
    contactIds: optional(array(string())),
    /**
     * Names and e-mail addresses by which segments, campaigns and other texts may mention the person; empty at the end.
     */
    profiles: optional(
      array(
        object({
          firstName: optional(string()),
          lastName: optional(string()),
          email: optional(string()),
        }),
      ),
      [],
    ),
    /** Comparisons with the person's names that match other contacts. */
    metByOthers: optional(array(string()), []),
    /** Set when all other contacts have been compared with the person's names. */
    areNamesKnown: optional(boolean(), false),
    /**
     * Groups whose counter of active members has not been decremented yet; a group of two spellings is listed twice.
     */
    leavingGroupIds: optional(array(string()), []),
    /** Set when the table holds nothing of the person any more; files may. */
    isTableErased: optional(boolean(), false),
    /** ISO time at which the pass began that applies a retention or a deletion. */
    takenAt: optional(string()),
    /** Set when jobs of the account were still under way as its retention was applied. */
    hasUnended: optional(boolean(), false),
    /** Files of the account that have been searched for the person. */
    searchedFiles: optional(array(string()), []),
    requestedAt: string(),
    completedAt: optional(string()),
  }),
});
export type Erasure = ValueOf<typeof erasureItem>;

/** Builds the item; a running erasure is in the `due` index. */
export function toErasureItem(erasure: Erasure): Item {
  const dueAt = new Date(Date.parse(erasure.requestedAt) + WAKE_AFTER_MS[erasure.kind]).toISOString();
  return {
    ...erasureItem.item(erasure.id, erasure),
    ...(erasure.status === 'running' && dueAttributes('ERASURE', { id: erasure.id, dueAt })),
  };
}

export function presentErasure({ id, status, requestedAt, completedAt }: Erasure) {
  return { id, status, requestedAt, ...(completedAt !== undefined && { completedAt }) };
}
