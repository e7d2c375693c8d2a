import { CONTACT_SHARDS } from '../../platform/store/keys';
import type { FilterTerm } from '../../platform/store/filter-terms';
import type { Table } from '../../platform/store/table';
import { type BookContact, readShard } from './read-shard';

/** What is known of one shard. */
interface ShardState {
  shard: number;
  /** Contacts that were read and are not answered yet, newest first. */
  found: BookContact[];
  /** Id of the oldest contact that was looked at, or where the page begins. */
  lookedUpTo: string | undefined;
  isOver: boolean;
  nextRead: number;
}

export interface NewestOptions {
  accountId: string;
  /** Contacts that are older than this one, by id; absent: from the newest on. */
  olderThan: string | undefined;
  /** What DynamoDB leaves out. */
  filter: readonly FilterTerm[];
  /** Whether many contacts may have to be looked at for one that matches. */
  isFiltered: boolean;
  matches: (contact: BookContact) => boolean;
  limit: number;
  /** Asked between reads: the page ends with what it has then. */
  isLate: () => boolean;
}

export interface NewestContacts {
  contacts: BookContact[];
  /** Id of the oldest contact that the page accounts for; absent when the list ends with it. */
  next: string | undefined;
}

const MOST_CONTACTS_A_READ = 2_000;
const FIRST_READ_WITH_FILTER = 100;

/** Contacts of an account that match, newest first, merged from the shards, which are read side by side. */
export async function newestContacts(table: Table, options: NewestOptions): Promise<NewestContacts> {
  const { limit, isFiltered, olderThan } = options;
  // Without a filter each shard has about its part of the page.
  const firstRead = isFiltered ? FIRST_READ_WITH_FILTER : Math.ceil(limit / (CONTACT_SHARDS / 2)) + 1;
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
  const { accountId, filter, matches } = options;
  const page = await readShard(table, {
    accountId,
    shard: state.shard,
    olderThan: state.lookedUpTo,
    filter,
    limit: state.nextRead,
  });
  state.found = page.contacts.filter(matches);
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

/** Whether all that follows a place in a shard is older than a contact. A shard that was not read can have any. */
const isOlder = (lookedUpTo: string | undefined, id: string) => lookedUpTo !== undefined && lookedUpTo <= id;

/** The newest place up to which some shard has been looked at: all that is newer has been answered. */
function unseenFrom(shards: ShardState[]): string | undefined {
  const places = shards.flatMap(({ isOver, found, lookedUpTo }) =>
    !isOver && found.length === 0 && lookedUpTo !== undefined ? [lookedUpTo] : [],
  );
  return places.sort().at(-1);
}
