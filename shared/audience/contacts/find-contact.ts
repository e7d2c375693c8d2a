import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from './contact';

/** What is stored of a number. Without `id` it is no contact: only the number's opt-out is remembered. */
export async function findContact(
  table: Table,
  address: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  return contactItem.readIfAny(await table.get(contactItem.key(address)));
}
