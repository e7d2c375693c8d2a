import { CONTACT_SHARDS } from '../../../platform/store/keys';
import type { FilterTerm } from '../../../platform/store/filter-terms';
import type { Table } from '../../../platform/store/table';
import { type BookContact, readShard } from '../read-shard';

/** Progress of the read of one shard. */
interface ShardState {
  shard: number;
  /** Contacts that were read and are not on the page yet, newest first. */
  found: BookContact[];
  /** Id of the oldest contact that was read, or of the contact after which the page begins. */
  lookedUpTo: string | undefined;
  isOver: boolean;
  nextRead: number;
}

interface NewestOptions {
  accountId: string;
  /** Id of a contact: only older contacts are returned. Absent: begins with the newest. */
  olderThan: string | undefined;
  /** Terms by which DynamoDB leaves out contacts. */
  filter: readonly FilterTerm[];
  limit: number;
  /** Called between reads; once it returns true, the page ends with the contacts found so far. */
  isLate: () => boolean;
}

interface NewestContacts {
  contacts: BookContact[];
  /** Id of the oldest contact that the page has read past; absent at the end of the list. */
  next: string | undefined;
}

const MOST_CONTACTS_A_READ = 2_000;
const FIRST_READ_WITH_FILTER = 100;

/** Returns the newest contacts of an account that match, merged from the shards, which are read in parallel. */
export async function newestContacts(table: Table, options: NewestOptions): Promise<NewestContacts> {
  const { limit, filter, olderThan } = options;
  // Without a filter, each shard has about an equal part of the page.
  const firstRead = filter.length > 0 ? FIRST_READ_WITH_FILTER : Math.ceil(limit / (CONTACT_SHARDS / 2)) + 1;
  const shards = Array.from({ length: CONTACT_SHARDS }, (_, shard): ShardState => ({
    shard,
    found: [],
    lookedUpTo: olderThan,
    isOver: false,
    nextRead: firstRead,
  }));
  const contacts: BookContact[] = [];
  for (let hasRead = false; ; hasRead = true) {
    contacts.push(...takeNewest(shards, limit - contacts.length));
    const isOver = shards.every((shard) => shard.isOver && shard.found.length === 0);
    if (isOver) return { contacts, next: undefined };
    if (contacts.length === limit) return { contacts, next: contacts.at(-1)?.id };
    if (hasRead && options.isLate()) return { contacts, next: unseenFrom(shards) };
    const empty = shards.filter((shard) => !shard.isOver && shard.found.length === 0);
    await Promise.all(empty.map((shard) => readOn(table, { shard, options })));
  }
}

async function readOn(
  table: Table,
  { shard: state, options }: { shard: ShardState; options: NewestOptions },
): Promise<void> {
  const { accountId, filter } = options;
  const page = await readShard(table, {
    accountId,
    shard: state.shard,
    olderThan: state.lookedUpTo,
    filter,
    limit: state.nextRead,
  });
  state.found = page.contacts;
  state.lookedUpTo = page.lookedUpTo;
  state.isOver = page.lookedUpTo === undefined;
  state.nextRead = Math.min(MOST_CONTACTS_A_READ, state.nextRead * 4);
}

/** Takes contacts as long as no shard can have a newer one that was not read yet. */
function takeNewest(shards: ShardState[], most: number): BookContact[] {
  const taken: BookContact[] = [];
  while (taken.length < most) {
    const heads = shards.filter(({ found }) => found.length > 0);
    const newest = heads.reduce<ShardState | undefined>(
      (best, shard) => (best && idOf(best) > idOf(shard) ? best : shard),
      undefined,
    );
    const unread = shards.filter((shard) => !shard.isOver && shard.found.length === 0);
    const isSafe = unread.every((shard) => newest && isOlder(shard.lookedUpTo, idOf(newest)));
    if (!newest || !isSafe) break;
    taken.push(...newest.found.splice(0, 1));
  }
  return taken;
}

const idOf = ({ found }: ShardState) => found[0]?.id ?? '';

/**
 * Returns true when everything after a position in a shard is older than a contact. A shard that was not read can still
 * have a newer one.
 */
const isOlder = (lookedUpTo: string | undefined, id: string) => lookedUpTo !== undefined && lookedUpTo <= id;

/** Returns the newest position at which the read of a shard stopped. All contacts newer than it have been returned. */
function unseenFrom(shards: ShardState[]): string | undefined {
  const places = shards.flatMap(({ isOver, found, lookedUpTo }) =>
    !isOver && found.length === 0 && lookedUpTo !== undefined ? [lookedUpTo] : [],
  );
  return places.sort().at(-1);
}
