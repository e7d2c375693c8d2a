import { CONTACT_INDEX, contactShardPk } from '../../platform/store/keys';
import { type FilterTerm, filterExpression } from '../../platform/store/filter-terms';
import { type AttributePath, projectionOf } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from '../contacts/contact';

/** Contact of the contact book. An opt-out of a number without a contact is not one. */
export type BookContact = Contact & { id: string };

interface ShardRead {
  accountId: string;
  shard: number;
  /** Id of a contact: only older contacts are returned. Absent: begins with the newest. */
  olderThan?: string | undefined;
  /** Terms by which DynamoDB leaves out contacts. Contacts that do not meet them can still be returned. */
  filter?: readonly FilterTerm[];
  /**
   * Attributes to read besides `ALWAYS_READ`; all others look as if they were not set. Absent: reads every attribute.
   */
  attributes?: readonly AttributePath[] | undefined;
  /** Most contacts that DynamoDB reads before it filters. */
  limit: number;
}

interface ShardPage {
  /** Newest first. */
  contacts: BookContact[];
  /** Id of the oldest contact that was read; absent at the end of the shard. */
  lookedUpTo: string | undefined;
}

/** Attributes that every contact has, and without which an item cannot be read as one. */
const ALWAYS_READ: readonly AttributePath[] = [
  ['id'],
  ['accountId'],
  ['phoneNumber'],
  ['createdAt'],
  ['updatedAt'],
];

/** Reads one page of one shard of an account's contact book, newest first. */
export async function readShard(table: Table, read: ShardRead): Promise<ShardPage> {
  const { accountId, shard, olderThan, limit } = read;
  const filter = filterExpression(read.filter ?? []);
  const projection = read.attributes && projectionOf([...ALWAYS_READ, ...read.attributes]);
  const { items, lastKey } = await table.queryPage({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: `gsi2pk = :shard${olderThan === undefined ? '' : ' AND gsi2sk < :olderThan'}`,
    ...filter,
    ...projection,
    ...((filter ?? projection) && {
      ExpressionAttributeNames: {
        ...filter?.ExpressionAttributeNames,
        ...projection?.ExpressionAttributeNames,
      },
    }),
    ExpressionAttributeValues: {
      ...filter?.ExpressionAttributeValues,
      ':shard': contactShardPk(accountId, shard),
      ...(olderThan !== undefined && { ':olderThan': olderThan }),
    },
    ScanIndexForward: false,
    Limit: limit,
  });
  const contacts = items
    .map(contactItem.read)
    .filter((contact): contact is BookContact => contact.id !== undefined);
  return { contacts, lookedUpTo: lastKey?.gsi2sk as string | undefined };
}
