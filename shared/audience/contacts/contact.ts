import { array, type InferOutput, number, object, optional, pick, picklist, record, string } from 'valibot';
import type { E164 } from '../../phone-numbers/e164';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { contactKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import { storedText } from '../../platform/store/stored-text';
import { partOfFields } from './contact-fields';

/** An active membership, kept inside the contact: one read is enough to gate a send. */
const MEMBERSHIP = object({
  optInAt: string(),
  /** Ids of tags of the group. */
  tagIds: array(string()),
});
export type Membership = InferOutput<typeof MEMBERSHIP>;

const PENDING_MEMBERSHIP = object({
  pendingSince: string(),
  /** Of the membership that it becomes. */
  tagIds: optional(array(string())),
});

/** The contact's own refusal of all messages. **Source:** rules 3.3, 3.4. */
export const HARD_OPT_OUT = object({
  at: string(),
  /** Time of the latest refusal, when there are several: an earlier opt-in that arrives late does not lift it. */
  againAt: optional(string()),
  source: picklist(['stop', 'kiosk', 'carrier', 'import']),
  evidence: optional(string()),
});
export type HardOptOut = InferOutput<typeof HARD_OPT_OUT>;
export type OptOutSource = HardOptOut['source'];

/** A text that likely was a refusal, and that a person has yet to decide on. **Source:** rules 3.3. */
const LIKELY_OPT_OUT = object({ at: string(), messageId: string() });
export type LikelyOptOut = InferOutput<typeof LIKELY_OPT_OUT>;

const STORED_CONTACT = object({
  /**
   * Absent when the contact was never created, and only the opt-out of its number is remembered: a STOP from an unknown
   * number. For the API there is no contact then.
   */
  id: orAbsent(string()),
  accountId: string(),
  phoneNumber: storedText<E164>(),
  ...partOfFields('stored'),
  tz: orAbsent(string()),
  /** That an import said; `tz` where the service derives none. */
  importedTimeZone: orAbsent(string()),
  /** By group id. */
  memberships: optional(record(string(), MEMBERSHIP), {}),
  pendingMemberships: optional(record(string(), PENDING_MEMBERSHIP), {}),
  hardOptOut: orAbsent(HARD_OPT_OUT),
  /** Nothing of marketing goes to the contact while it is there. */
  likelyOptOut: optional(LIKELY_OPT_OUT),
  /** When the person at the number was erased last: what was accepted up to then is not sent. */
  erasedAt: optional(string()),
  /** The erasure under way that this item is to leave behind nothing after; only until that has ended. */
  erasureId: optional(string()),
  /** ISO times of texts that asked the contact to confirm a group, by group id; old ones may be left out. */
  confirmationTexts: optional(record(string(), array(string()))),
  /** Counts writes; a change that depends on what was read is conditional on it. */
  version: optional(number(), 0),
  createdAt: string(),
  /** Time of the latest change of any kind. */
  updatedAt: string(),
});

/** A person at a phone number. **Source:** rules 2.3. */
export const contactItem = defineItem({
  entity: 'contact',
  key: (address: { accountId: string; phoneNumber: string }) =>
    contactKey(address.accountId, address.phoneNumber),
  value: STORED_CONTACT,
});
export type Contact = ValueOf<typeof contactItem>;

export const readContact = contactItem.read;

/** The attributes of a contact that decide whether it may be sent to, for reads of many contacts. */
const GATED_CONTACT = pick(STORED_CONTACT, ['id', 'memberships', 'hardOptOut', 'likelyOptOut']);
export const gatedContactItem = defineItem({
  entity: 'contact',
  key: contactItem.key,
  value: GATED_CONTACT,
});
export const GATE_ATTRIBUTES = Object.keys(GATED_CONTACT.entries);
