import { contactKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Contact, readContact } from './contact';

/** What is stored of a number. Without `id` it is no contact: only the number's opt-out is kept. */
export async function findContact(
  table: Table,
  options: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  const item = await table.get(contactKey(options.accountId, options.phoneNumber));
  return item && readContact(item);
}
