import { CONTACT_SHARDS } from '../../platform/store/keys';
import type { FilterTerm } from '../../platform/store/filter-terms';
import type { AttributePath } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import { type BookContact, readShard } from './read-shard';

/** Progress in each shard: at the start, after the contact with this id, or at the end. */
export type BookPosition = readonly ShardPosition[];
type ShardPosition = 'start' | 'end' | `con_${string}`;

export const BOOK_START: BookPosition = Array.from({ length: CONTACT_SHARDS }, () => 'start' as const);

interface BookPage {
  /** Shard that the page is of. */
  shard: number;
  /** Contacts of one shard, newest first; can be empty. */
  contacts: BookContact[];
  /** Position from which to continue once this page and all before it are processed. */
  position: BookPosition;
}

/**
 * Page size. One page of each shard is in memory at once, both as items and as contacts; larger pages are no faster and
 * take more memory.
 */
const CONTACTS_A_PAGE = 125;

/**
 * Walks over all contacts of an account, its shards in parallel, each from its newest contact to its oldest. Contacts
 * that are created during the walk are left out; contacts that are not deleted during the walk are returned exactly
 * once. One page of each shard is in memory.
 *
 * @param options.from a position of an earlier walk with the same filter
 * @param options.filter terms by which DynamoDB leaves out contacts; contacts that do not meet them can still be
 *   returned
 * @param options.attributes attributes to read, as for `readShard`
 * @param options.shardsAtOnce most shards that are read side by side; the next begins when one has ended. Absent: all
 */
export async function* walkBook(
  table: Table,
  options: {
    accountId: string;
    from?: BookPosition;
    filter?: readonly FilterTerm[];
    attributes?: readonly AttributePath[] | undefined;
    contactsAPage?: number;
    shardsAtOnce?: number;
  },
): AsyncGenerator<BookPage> {
  const { accountId, filter = [], attributes, from = BOOK_START } = options;
  const { contactsAPage: limit = CONTACTS_A_PAGE, shardsAtOnce = CONTACT_SHARDS } = options;
  const position = [...from];
  const reads = new Map<number, Promise<Settled>>();
  const startReading = (shard: number) => {
    const at = position[shard];
    const olderThan = at === 'start' ? undefined : at;
    const read = readShard(table, { accountId, shard, olderThan, filter, attributes, limit });
    reads.set(shard, settle(shard, read));
  };
  const waiting = [...position.keys()].filter((shard) => position[shard] !== 'end');
  for (const shard of waiting.splice(0, shardsAtOnce)) startReading(shard);
  while (reads.size > 0) {
    const settled = await Promise.race(reads.values());
    if ('error' in settled) throw settled.error;
    const { shard, page } = settled;
    reads.delete(shard);
    position[shard] = (page.lookedUpTo as ShardPosition | undefined) ?? 'end';
    const next = position[shard] === 'end' ? waiting.shift() : shard;
    if (next !== undefined) startReading(next);
    yield { shard, contacts: page.contacts, position: [...position] };
  }
}

type Settled =
  | { shard: number; page: Awaited<ReturnType<typeof readShard>> }
  | { shard: number; error: unknown };

/** Turns a failed read into a value: one that fails after the caller has stopped the walk is ignored. */
function settle(shard: number, read: ReturnType<typeof readShard>): Promise<Settled> {
  return read.then(
    (page) => ({ shard, page }),
    (error: unknown) => ({ shard, error }),
  );
}
