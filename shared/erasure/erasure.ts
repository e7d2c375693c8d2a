import { array, boolean, object, optional, picklist, string } from 'valibot';
import type { E164 } from '../phone-numbers/e164';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { dueAttributes, erasureKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { storedText } from '../platform/store/stored-text';

/** The timer takes up an erasure whose queue message was lost, and a retention that no erasure has taken along. */
const WAKE_AFTER_MS = { person: 60_000, retention: 12 * 60 * 60_000 };

/**
 * The erasure of one person, or of what an account no longer keeps. Once that of a person has ended it says only that there was one.
 *
 * **Source:** rules E2.
 */
export const erasureItem = defineItem({
  entity: 'erasure',
  key: (erasureId: string) => erasureKey(erasureId),
  value: object({
    id: string(),
    /** `retention`: no person, but what is over by a retention that was shortened. */
    kind: optional(picklist(['person', 'retention']), 'person'),
    accountId: string(),
    status: picklist(['running', 'completed']),
    /** Every spelling of the person's number; empty at the end. */
    phoneNumbers: optional(array(storedText<E164>()), []),
    /** What segments, campaigns and other texts call the person; empty at the end. */
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
    /** Comparisons with the person's names that other contacts meet. */
    metByOthers: optional(array(string()), []),
    /** All other contacts have been looked at for that. */
    areNamesKnown: optional(boolean(), false),
    /** Groups that have not yet counted one active member less; a group of two spellings is there twice. */
    leavingGroupIds: optional(array(string()), []),
    /** The table holds nothing of the person any more; files may. */
    isTableErased: optional(boolean(), false),
    /** Of a retention: when the pass began that applies it. */
    takenAt: optional(string()),
    /** Of a retention: jobs of the account are still under way. */
    hasUnended: optional(boolean(), false),
    /** Files of the account that were searched for the person. */
    searchedFiles: optional(array(string()), []),
    requestedAt: string(),
    completedAt: optional(string()),
  }),
});
export type Erasure = ValueOf<typeof erasureItem>;

/** The item as it is written; one that runs is in the `due` index. */
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
