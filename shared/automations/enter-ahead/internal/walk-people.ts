import type { BookContact } from '../../../audience/book/read-shard';
import { type BookPosition, walkBook } from '../../../audience/book/walk-book';
import {
  attributesOfAudience,
  filterOfAudience,
  type ResolvedAudience,
} from '../../../audience/segments/resolve-audience';
import type { Conditions } from '../../record/asked';
import type { Table } from '../../../platform/store/table';

/** Walks over the contacts that are in all of some audiences; only what is needed of each is read. */
export async function* walkPeople(
  { table }: { table: Table },
  {
    audiences,
    conditions,
    from,
  }: { audiences: ResolvedAudience[]; conditions: Conditions; from?: BookPosition },
): AsyncGenerator<{ contacts: BookContact[]; position: BookPosition }> {
  const [first] = audiences;
  // None of the tags of an audience exists.
  if (!first || audiences.some(({ tags }) => tags?.length === 0)) return;
  const pages = walkBook(table, {
    accountId: first.accountId,
    ...(from && { from }),
    filter: audiences.flatMap(filterOfAudience),
    attributes: [['hardOptOut'], ['tz'], ...audiences.flatMap(attributesOfAudience)],
  });
  for await (const { contacts, position } of pages)
    yield {
      contacts: await conditions.membersOf(audiences, contacts),
      position,
    };
}
