import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import { contactIndexAttributes, contactKey } from '../../platform/store/keys';
import { type Contact, contactItem } from './contact';

interface ContactUpdate {
  accountId: string;
  phoneNumber: string;
  /** Contact as read; `undefined` when the number has no item yet. */
  known: Pick<Contact, 'id' | 'version'> | undefined;
  /** Attributes to set; one that is `undefined` stays as it is. */
  set: Record<string, unknown>;
  remove?: string[];
  /** ISO time of the write. */
  at: string;
  /** True when only the existence of the contact matters, so that concurrent changes do not conflict. */
  allowsChanges?: boolean;
}

/**
 * Builds the update of a contact's item, which counts its version and gives it the keys of the contact index. The
 * condition fails when the item was written since it was read.
 */
export function contactUpdate(change: ContactUpdate) {
  const { accountId, phoneNumber, known, set, remove = [], at, allowsChanges = false } = change;
  const created = { entity: 'contact', accountId, phoneNumber, createdAt: at };
  const id = typeof set.id === 'string' ? set.id : known?.id;
  return {
    Key: contactKey(accountId, phoneNumber),
    ...updateExpression(
      {
        set: {
          ...(!known && { ...created, memberships: {}, pendingMemberships: {} }),
          ...set,
          ...attributesOfWrite({ accountId, id }, at),
        },
        remove,
        add: { version: 1 },
      },
      allowsChanges
        ? { names: { '#id': 'id' } }
        : { values: { ...(known && { ':versionRead': known.version }) } },
    ),
    ConditionExpression: conditionOf(change),
  };
}

function conditionOf({ known, allowsChanges }: ContactUpdate): string {
  if (!known) return 'attribute_not_exists(pk)';
  return allowsChanges ? 'attribute_exists(#id)' : '#version = :versionRead';
}

/** Builds the whole item of a contact that was written at `updatedAt`. */
export const newContactItem = (contact: Contact): Item => ({
  ...contactItem.item(contact, contact),
  ...attributesOfWrite(contact, contact.updatedAt),
});

/**
 * Returns the attributes that every write of a contact sets: the time of the write and the keys of the contact index.
 *
 * @param contact without `id`: only the opt-out of a number, which is not a contact and appears in no list
 * @param at ISO time of the write
 */
function attributesOfWrite(contact: { accountId: string; id: string | undefined }, at: string) {
  const { accountId, id } = contact;
  return { updatedAt: at, ...(id !== undefined && contactIndexAttributes({ accountId, id })) };
}
