import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { findGroups } from './group-store';
import type { Table } from '../../platform/store/table';
import type { Contact } from '../contacts/contact';
import { presentContact } from './internal/present-contact';

type PresentedContact = ReturnType<typeof presentContact>;

/** Builds the API form of a contact, after reading the groups of its memberships, if any. **Source:** rules 2.3. */
export async function presentContactWithGroups(
  table: Table,
  { contact, schema }: { contact: Contact; schema: CustomFieldSchema },
): Promise<PresentedContact> {
  const groups = await groupsOf(table, { accountId: contact.accountId, contacts: [contact] });
  return presentContact({ contact, schema, groups });
}

/** Builds the API form of several contacts of an account, with one read for all their groups. */
export async function presentContacts(
  table: Table,
  options: { accountId: string; contacts: Contact[]; schema: CustomFieldSchema },
): Promise<PresentedContact[]> {
  const { contacts, schema } = options;
  const groups = await groupsOf(table, options);
  return contacts.map((contact) => presentContact({ contact, schema, groups }));
}

async function groupsOf(
  table: Table,
  { accountId, contacts }: { accountId: string; contacts: Contact[] },
): Promise<Awaited<ReturnType<typeof findGroups>>> {
  const groupIds = [
    ...new Set(
      contacts.flatMap(({ memberships, pendingMemberships }) => [
        ...Object.keys(memberships),
        ...Object.keys(pendingMemberships),
      ]),
    ),
  ];
  return groupIds.length > 0 ? findGroups(table, { accountId, groupIds }) : new Map();
}
