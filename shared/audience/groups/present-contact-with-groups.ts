import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { findGroups } from './group-store';
import type { Table } from '../../platform/store/table';
import type { Contact } from '../contacts/contact';
import { presentContact } from './present-contact';

/** Reads the groups that the contact's answer names, where there are any. **Source:** rules 2.3. */
export async function presentContactWithGroups(
  table: Table,
  options: { contact: Contact; schema: CustomFieldSchema },
): Promise<ReturnType<typeof presentContact>> {
  const { contact } = options;
  const groupIds = Object.keys({ ...contact.memberships, ...contact.pendingMemberships });
  const groups =
    groupIds.length > 0 ? await findGroups(table, { accountId: contact.accountId, groupIds }) : new Map();
  return presentContact({ ...options, groups });
}
