import { CONTACT_SHARDS } from '../../platform/store/keys';
import type { FilterTerm } from '../../platform/store/filter-terms';
import type { AttributePath } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import { type BookContact, readShard } from './read-shard';

/** How far each shard has been walked: from the start, after a contact with this id, or to the end. */
export type BookPosition = readonly ShardPosition[];
type ShardPosition = 'start' | 'end' | `con_${string}`;

export const BOOK_START: BookPosition = Array.from({ length: CONTACT_SHARDS }, () => 'start' as const);

export interface BookPage {
  /** Of one shard, newest first; perhaps none. */
  contacts: BookContact[];
  /** Where to go on when this page and all before it are done with. */
  position: BookPosition;
}

/** A page of each shard is in memory at once, as it came and as contacts: larger pages are no faster, and hold more. */
const CONTACTS_A_PAGE = 125;

/**
 * Walks over all contacts of an account, its shards side by side, each from its newest contact to its oldest: contacts
 * that are made meanwhile are not met, and each that stays is met exactly once. One page of each shard is in memory.
 *
 * @param options.from a position of an earlier walk with the same filter
 * @param options.filter what DynamoDB leaves out; contacts that do not meet it can be met all the same
 * @param options.attributes as `readShard` takes them
 */
export async function* walkBook(
  table: Table,
  options: {
    accountId: string;
    from?: BookPosition;
    filter?: readonly FilterTerm[];
    attributes?: readonly AttributePath[] | undefined;
    contactsAPage?: number;
  },
): AsyncGenerator<BookPage> {
  const { accountId, filter = [], attributes, from = BOOK_START } = options;
  const { contactsAPage: limit = CONTACTS_A_PAGE } = options;
  const position = [...from];
  const reads = new Map<number, Promise<Settled>>();
  const startReading = (shard: number) => {
    const at = position[shard];
    if (at === undefined || at === 'end') return;
    const olderThan = at === 'start' ? undefined : at;
    const read = readShard(table, { accountId, shard, olderThan, filter, attributes, limit });
    reads.set(shard, settle(shard, read));
  };
  for (const shard of position.keys()) startReading(shard);
  while (reads.size > 0) {
    const settled = await Promise.race(reads.values());
    if ('error' in settled) throw settled.error;
    const { shard, page } = settled;
    reads.delete(shard);
    position[shard] = (page.lookedUpTo as ShardPosition | undefined) ?? 'end';
    startReading(shard);
    yield { contacts: page.contacts, position: [...position] };
  }
}

type Settled =
  | { shard: number; page: Awaited<ReturnType<typeof readShard>> }
  | { shard: number; error: unknown };

/** Ignores a read that fails after the caller has stopped the walk. */
function settle(shard: number, read: ReturnType<typeof readShard>): Promise<Settled> {
  return read.then(
    (page) => ({ shard, page }),
    (error: unknown) => ({ shard, error }),
  );
}
