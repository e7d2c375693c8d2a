import { invalidRequest, ServiceError } from '../../errors/service-error';
import { type ListPage, type ListScope, readListPage } from '../../lists/list-query';
import { MAX_SEARCH_CHARACTERS, MIN_SEARCH_CHARACTERS } from '../../limits';
import { readInstantOrDay } from '../../calendar/instant';

/** Filter of a contact list: a contact must match every part that is given. */
export interface ContactFilter {
  /** Group of which the contact is an active member. */
  group: string | undefined;
  pendingGroup: string | undefined;
  tag: string | undefined;
  optedOut: boolean | undefined;
  setAside: boolean | undefined;
  /** Id of an import, or of one of corrected rows of it, until `resolveAddedBy` has replaced it by that of the first. */
  addedByImport: string | undefined;
  search: string | undefined;
  /** ISO time. */
  updatedSince: string | undefined;
}

export interface ContactListQuery extends ListPage {
  filter: ContactFilter;
  scope: ListScope;
}

const GROUP_ID = /^grp_[A-Za-z0-9]{1,64}$/;
const TAG_ID = /^tag_[A-Za-z0-9]{1,64}$/;

/**
 * Reads the query parameters of the contact list.
 *
 * @throws ServiceError InvalidRequest for a value that its parameter does not allow and for an unknown parameter,
 *   InvalidGroupId
 *
 * **Source:** rules E1, E2.
 */
export function readContactListQuery(query: Record<string, string>, accountId: string): ContactListQuery {
  const { group, pendingGroup, tag, optedOut, setAside, addedByImport, search, updatedSince } = query;
  const scope: ListScope = {
    accountId,
    list: 'contacts',
    filter: { group, pendingGroup, tag, optedOut, setAside, addedByImport, search, updatedSince },
  };
  const page = readListPage(query, scope);
  const filter: ContactFilter = {
    group: readGroup(group),
    pendingGroup: readGroup(pendingGroup),
    tag: readTag(tag),
    optedOut: readBoolean('optedOut', optedOut),
    setAside: readBoolean('setAside', setAside),
    addedByImport,
    search: readSearch(search),
    updatedSince: readTime(updatedSince),
  };
  return { ...page, filter, scope };
}

function readGroup(text: string | undefined): string | undefined {
  if (text === undefined || GROUP_ID.test(text)) return text;
  throw new ServiceError('InvalidGroupId');
}

function readTag(text: string | undefined): string | undefined {
  if (text === undefined || TAG_ID.test(text)) return text;
  throw invalidRequest({ pointer: '?tag', reason: 'must be the id of a tag' });
}

function readBoolean(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidRequest({ pointer: `?${name}`, reason: 'must be true or false' });
}

function readSearch(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const search = text.trim();
  const characters = [...search].length;
  const isShort = [...text].length <= MAX_SEARCH_CHARACTERS;
  if (characters >= MIN_SEARCH_CHARACTERS && isShort) return search;
  throw invalidRequest({
    pointer: '?search',
    reason: `must have ${MIN_SEARCH_CHARACTERS} to ${MAX_SEARCH_CHARACTERS} characters`,
  });
}

function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // A client that did not escape the + of a time zone sends a space.
  const atMs = readInstantOrDay(text.replace(' ', '+'));
  if (atMs !== undefined) return new Date(atMs).toISOString();
  throw invalidRequest({
    pointer: '?updatedSince',
    reason: 'must be an ISO 8601 time with its zone, or a day',
  });
}
