import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from './contact';

/** Returns the contacts that exist, in the order of their numbers. */
export async function findContacts(
  table: Table,
  { accountId, phoneNumbers }: { accountId: string; phoneNumbers: string[] },
): Promise<Array<Contact & { id: string }>> {
  const items = await table.batchGet(
    phoneNumbers.map((phoneNumber) => contactItem.key({ accountId, phoneNumber })),
  );
  return items
    .flatMap((item) => (item ? [contactItem.read(item)] : []))
    .filter((contact): contact is Contact & { id: string } => contact.id !== undefined);
}

/** Returns the stored item of a number. Without `id` it is not a contact: only the opt-out of the number is stored. */
export async function findContact(
  table: Table,
  address: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  return contactItem.readIfAny(await table.get(contactItem.key(address)));
}

/** Returns the ids of a number: that of its contact, and those of earlier ones that were merged with another contact. */
export const idsOfContact = ({ id, mergedInto }: Pick<Contact, 'id' | 'mergedInto'>): string[] => {
  // While a merge is under way, the id is among the former ones already.
  const ids = new Set(mergedInto?.formerIds);
  return [...(id === undefined ? ids : ids.add(id))];
};
