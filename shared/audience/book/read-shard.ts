import { CONTACT_INDEX, contactShardPk } from '../../platform/store/keys';
import { type FilterTerm, filterExpression } from '../../platform/store/filter-terms';
import { type AttributePath, projectionOf } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import { type Contact, contactItem } from '../contacts/contact';

/** A contact of the contact book: opt-outs of numbers without a contact are not in it. */
export type BookContact = Contact & { id: string };

export interface ShardRead {
  accountId: string;
  shard: number;
  /** Contacts that are older than this one, by id; absent: from the newest on. */
  olderThan?: string | undefined;
  /** What DynamoDB leaves out; contacts that do not meet it can be read all the same. */
  filter?: readonly FilterTerm[];
  /** What is read of each contact besides `ALWAYS_READ`; all the rest reads as if it were not set. Absent: everything. */
  attributes?: readonly AttributePath[] | undefined;
  /** Contacts that DynamoDB looks at, at most. */
  limit: number;
}

export interface ShardPage {
  /** Newest first. */
  contacts: BookContact[];
  /** Id of the oldest contact that was looked at; absent at the end of the shard. */
  lookedUpTo: string | undefined;
}

/** Without these, no item is a contact. */
const ALWAYS_READ: readonly AttributePath[] = [
  ['id'],
  ['accountId'],
  ['phoneNumber'],
  ['createdAt'],
  ['updatedAt'],
];

/** One page of one shard of an account's contact book, newest first. */
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
