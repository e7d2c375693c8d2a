import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { E164 } from '../../phone-numbers/e164';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { readByName } from '../../platform/store/read-by-name';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { UpdateInput } from '../../platform/store/table';
import { type Contact, readContact } from './contact';
import type { ContactBody } from './contact-fields';
import { type ContactItems, keysOfContact, readContactItems } from './contact-items';
import { contactUpdate } from './contact-write';
import { changedAttributes, isMerged, patchProfile, type Profile } from './profile';

/**
 * Patches a contact's profile. It writes only the attributes that the patch changes, so that a concurrent patch,
 * membership or STOP is not undone.
 *
 * @param options.items the items of `keysOfContact`, as read
 * @returns the contact after the patch, and the custom-field schema of its values
 * @throws ServiceError ContactNotFound, InvalidCustomField, InvalidRequest
 *
 * **Source:** rules 4.4.
 */
export async function updateContact(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { accountId: string; phoneNumber: E164; body: ContactBody; items: ContactItems },
): Promise<{ contact: Contact; schema: CustomFieldSchema }> {
  const { accountId, phoneNumber, body } = options;
  const keys = keysOfContact(accountId, phoneNumber);
  let { items } = options;
  return retryOnConflict(table.waits, async () => {
    const { contact, schema } = readContactItems(items);
    const profile = patchProfile(contact, { body, schema, phoneNumber });
    const write = profileUpdate(contact, { profile, at: isoNow(clock) });
    if (!write) return { contact, schema };
    const result = await table.update(write);
    if (result.written && result.item) return { contact: readContact(result.item), schema };
    items = await readByName(table, keys);
    return CONFLICT;
  });
}

/** Builds the write that changes the contact's profile into another; `undefined` when they are the same. */
function profileUpdate(
  contact: Contact,
  { profile, at }: { profile: Profile; at: string },
): UpdateInput | undefined {
  const { names, set, remove } = changedAttributes(contact, profile);
  if (names.length === 0) return undefined;
  return contactUpdate({
    ...{ accountId: contact.accountId, phoneNumber: contact.phoneNumber, known: contact },
    ...{ set, remove, at, allowsChanges: !names.some(isMerged) },
  });
}
