import type { FilterTerm } from '../../../platform/store/filter-terms';
import { termOfSearch } from '../../contacts/search-form';
import type { LiveTag } from '../../groups/live-tags';
import type { ContactFilter } from '../contact-list-query';

/** Contact filter whose tag has been looked up. A tag that does not exist matches no contact, so it never gets here. */
export type ResolvedContactFilter = Omit<ContactFilter, 'tag'> & { tag: LiveTag | undefined };

/**
 * Builds the terms by which DynamoDB leaves out the contacts that do not match.
 *
 * @returns `undefined` for a search that finds no contact
 *
 * **Source:** rules E2.
 */
export function termsOfFilter(filter: ResolvedContactFilter): FilterTerm[] | undefined {
  const { group, pendingGroup, tag, optedOut, setAside, addedByImport, search, updatedSince } = filter;
  const isOptedOut: FilterTerm = { path: ['hardOptOut'], test: 'exists' };
  const isAside: FilterTerm = { path: ['setAsideAt'], test: 'exists' };
  const found = search === undefined ? undefined : termOfSearch(search);
  if (search !== undefined && !found) return undefined;
  return [
    ...(tag
      ? [{ path: ['memberships', tag.groupId, 'tagIds'], test: 'contains' as const, value: tag.tagId }]
      : []),
    ...(group === undefined ? [] : [{ path: ['memberships', group], test: 'exists' as const }]),
    ...(pendingGroup === undefined
      ? []
      : [{ path: ['pendingMemberships', pendingGroup], test: 'exists' as const }]),
    ...(optedOut === undefined ? [] : [optedOut ? isOptedOut : { not: isOptedOut }]),
    ...(setAside === undefined ? [] : [setAside ? isAside : { not: isAside }]),
    ...(addedByImport === undefined
      ? []
      : [{ path: ['addedByImport'], test: '=' as const, value: addedByImport }]),
    ...(updatedSince === undefined
      ? []
      : [{ path: ['updatedAt'], test: '>=' as const, value: updatedSince }]),
    ...(found ? [found] : []),
  ];
}
