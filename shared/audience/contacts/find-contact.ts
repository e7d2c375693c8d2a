import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from './contact';

/** Those of the contacts that are there, in the order of their numbers. */
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

/** What is stored of a number. Without `id` it is no contact: only the number's opt-out is remembered. */
export async function findContact(
  table: Table,
  address: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  return contactItem.readIfAny(await table.get(contactItem.key(address)));
}
