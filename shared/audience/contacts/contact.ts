import { array, type InferOutput, number, object, optional, pick, picklist, record, string } from 'valibot';
import type { E164 } from '../../phone-numbers/e164';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { contactKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import { storedText } from '../../platform/store/stored-text';
import { partOfFields } from './contact-fields';
import { HARD_FAILURES } from './hard-failures';
import { LOOKED_UP, SET_ASIDE_REASONS } from './look-up';

/** Active membership. It is stored inside the contact, so that the compliance gate needs one read. */
const MEMBERSHIP = object({
  optInAt: string(),
  /** Ids of tags of the group. */
  tagIds: array(string()),
});

const PENDING_MEMBERSHIP = object({
  pendingSince: string(),
  /** Tags of the membership once it is active. */
  tagIds: optional(array(string())),
});

/** Refusal of all messages by the contact. **Source:** rules 3.3, 3.4. */
export const HARD_OPT_OUT = object({
  at: string(),
  /** Time of the latest refusal when there are several: an opt-in from before it that arrives late does not lift it. */
  againAt: optional(string()),
  source: picklist(['stop', 'kiosk', 'carrier', 'import']),
  evidence: optional(string()),
});
export type HardOptOut = InferOutput<typeof HARD_OPT_OUT>;
export type OptOutSource = HardOptOut['source'];

/** Text that likely was a refusal, and that a person still has to review. **Source:** rules 3.3. */
const LIKELY_OPT_OUT = object({ at: string(), messageId: string() });
export type LikelyOptOut = InferOutput<typeof LIKELY_OPT_OUT>;

const STORED_CONTACT = object({
  /**
   * Absent when the contact was never created and only the opt-out of its number is stored, such as a STOP from an
   * unknown number. The API answers as if there were no contact.
   */
  id: orAbsent(string()),
  accountId: string(),
  phoneNumber: storedText<E164>(),
  ...partOfFields('stored'),
  tz: orAbsent(string()),
  /** Zone that an import gave; it is `tz` when the service derives none. */
  importedTimeZone: orAbsent(string()),
  /** Form of the names and the e-mail address that DynamoDB searches, of `searchFormOf`. */
  searchForm: orAbsent(string()),
  /** Memberships by group id. */
  memberships: optional(record(string(), MEMBERSHIP), {}),
  pendingMemberships: optional(record(string(), PENDING_MEMBERSHIP), {}),
  hardOptOut: orAbsent(HARD_OPT_OUT),
  /** Set while the contact is under review. It gets no marketing messages then. */
  likelyOptOut: optional(LIKELY_OPT_OUT),
  /** Count of texts that failed for good; absent until one has. **Source:** rules E11. */
  hardFailures: optional(HARD_FAILURES),
  /** ISO time since which the number is set aside: jobs and campaigns leave it out. **Source:** rules E11. */
  setAsideAt: optional(string()),
  /** Why it is set aside. Present with `setAsideAt`. */
  setAsideReason: optional(picklist(SET_ASIDE_REASONS)),
  /** Latest look-up of the number. **Source:** rules E11.1. */
  lookedUp: optional(LOOKED_UP),
  /** Time of the latest erasure of the person at the number. Messages accepted up to then are not sent. */
  erasedAt: optional(string()),
  /**
   * Running erasure that deletes the rest of this item when it ends; it is only detached when the contact was created
   * again.
   */
  erasureId: optional(string()),
  /**
   * Contact with which this one is merged, and the versions of both after the latest step of the merge, which continues
   * only while neither has changed since, and with the same `take`. Without `id`, the merge is complete. Texts of
   * campaigns to the number are found by `formerIds`, the ids before each merge of the number, oldest first.
   */
  mergedInto: optional(
    object({
      contactId: string(),
      formerIds: array(string()),
      take: array(string()),
      keptVersion: number(),
      version: number(),
    }),
  ),
  /** ISO times of the texts that asked the contact to confirm a group, by group id; old ones can be missing. */
  confirmationTexts: optional(record(string(), array(string()))),
  /** ISO time of the latest text to the contact; only with the account's setting. */
  lastTextedAt: optional(string()),
  /** ISO time of the latest click of a person in a message to the contact. */
  lastClickedAt: optional(string()),
  /** ISO time of the latest text from the contact that is no keyword of the service. */
  lastRepliedAt: optional(string()),
  /** First import of the file, and of its corrected rows, that added the contact. */
  addedByImport: optional(string()),
  /** Number of writes. A change that depends on what was read is conditional on it. */
  version: optional(number(), 0),
  createdAt: string(),
  /** Time of the latest change of any kind. */
  updatedAt: string(),
});

const CONTACT_PLACE = {
  entity: 'contact',
  key: (address: { accountId: string; phoneNumber: string }) =>
    contactKey(address.accountId, address.phoneNumber),
};

/** Person at a phone number. **Source:** rules 2.3. */
export const contactItem = defineItem({ ...CONTACT_PLACE, value: STORED_CONTACT });
export type Contact = ValueOf<typeof contactItem>;

export const readContact = contactItem.read;

/** Attributes that the compliance gate needs, for reads of many contacts. */
const GATED_CONTACT = pick(STORED_CONTACT, ['id', 'memberships', 'hardOptOut', 'likelyOptOut', 'setAsideAt']);
export const gatedContactItem = defineItem({ ...CONTACT_PLACE, value: GATED_CONTACT });
export const GATE_ATTRIBUTES = Object.keys(GATED_CONTACT.entries);

/** Attributes that the count of hard failures needs, for reads of many contacts. */
const COUNTED_CONTACT = pick(STORED_CONTACT, [
  ...(['id', 'version', 'hardFailures', 'setAsideAt', 'setAsideReason', 'erasedAt'] as const),
]);
export const countedContactItem = defineItem({ ...CONTACT_PLACE, value: COUNTED_CONTACT });
export const COUNTED_ATTRIBUTES = Object.keys(COUNTED_CONTACT.entries);
