import { object, string } from 'valibot';
import type { Clock } from '../../shared/platform/clock';
import { defineItem } from '../../shared/platform/store/define-item';
import { updateExpression } from '../../shared/platform/store/expressions';
import type { Item } from '../../shared/platform/store/item';
import { contactIndexAttributes, contactKey, PARTITIONS } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import { goThroughTable, type MigrationOptions, type MigrationReport } from './go-through-table';

const unindexedContact = defineItem({
  entity: 'contact',
  key: ({ accountId, phoneNumber }: { accountId: string; phoneNumber: string }) =>
    contactKey(accountId, phoneNumber),
  value: object({ id: string(), accountId: string(), phoneNumber: string() }),
});

/** The opt-out of a number without a contact has no id, and is in no list. */
const UNINDEXED = {
  FilterExpression:
    'begins_with(pk, :contacts) AND sk = :contact AND attribute_exists(id) AND attribute_not_exists(gsi2pk)',
  ProjectionExpression: 'pk, sk, id, accountId, phoneNumber',
  ExpressionAttributeValues: { ':contacts': PARTITIONS.contact, ':contact': contactKey('', '').sk },
};

/**
 * Puts contacts that were stored before there was an index of contacts into it. It changes nothing else of them, and each
 * write is conditional: it runs beside live traffic, and any number of times.
 */
export async function indexContacts(
  platform: { table: Table; clock: Clock },
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  const migration = { name: 'contact-index', search: UNINDEXED, change: indexContact };
  return goThroughTable(platform, migration, options);
}

/** @returns false when the contact got into the index, or was deleted, since it was read */
async function indexContact(table: Table, item: Item): Promise<boolean> {
  const contact = unindexedContact.read(item);
  const { written } = await table.update({
    Key: unindexedContact.key(contact),
    ...updateExpression({ set: contactIndexAttributes(contact) }, { values: { ':id': contact.id } }),
    ConditionExpression: 'id = :id AND attribute_not_exists(gsi2pk)',
  });
  return written;
}
