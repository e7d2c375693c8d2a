import type { FilterTerm } from '../../../platform/store/filter-terms';
import type { AttributePath } from '../../../platform/store/projection';
import type { LiveTag } from '../../groups/live-tags';
import type { BookContact } from '../read-shard';
import type { ContactFilter } from '../contact-list-query';
import { foldName } from '../../../text/fold-name';

/** Contact filter whose tag has been looked up. A tag that does not exist matches no contact, so it never gets here. */
export type ResolvedContactFilter = Omit<ContactFilter, 'tag'> & { tag: LiveTag | undefined };

/** **Source:** rules E2. */
export function matchesFilter(contact: BookContact, filter: ResolvedContactFilter): boolean {
  const { group, pendingGroup, tag, optedOut, setAside, search, updatedSince } = filter;
  const { memberships, pendingMemberships, hardOptOut, setAsideAt, updatedAt } = contact;
  if (group !== undefined && !Object.hasOwn(memberships, group)) return false;
  if (pendingGroup !== undefined && !Object.hasOwn(pendingMemberships, pendingGroup)) return false;
  if (tag && !memberships[tag.groupId]?.tagIds.includes(tag.tagId)) return false;
  if (optedOut !== undefined && (hardOptOut !== undefined) !== optedOut) return false;
  if (setAside !== undefined && (setAsideAt !== undefined) !== setAside) return false;
  if (updatedSince !== undefined && updatedAt < updatedSince) return false;
  return search === undefined || isFoundBy(contact, search);
}

/**
 * Returns true when a name or the e-mail address begins with the search text, or the phone number contains its digits.
 * The digits can have the separators that people write in numbers.
 */
function isFoundBy(
  { firstName = '', lastName = '', email = '', phoneNumber }: BookContact,
  search: string,
): boolean {
  const wanted = foldName(search);
  const texts = [firstName, lastName, firstName + lastName, email];
  if (wanted !== '' && texts.some((text) => foldName(text).startsWith(wanted))) return true;
  const digits = /^[+\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  return digits !== '' && phoneNumber.includes(digits);
}

/**
 * Returns the attributes that a search compares: most contacts that it reads do not match, so that only those are read whole
 * that do.
 *
 * @returns `undefined` without a search: then DynamoDB leaves out nearly all that does not match
 */
export function attributesOfSearch(filter: ResolvedContactFilter): AttributePath[] | undefined {
  const { group, pendingGroup, tag, optedOut, setAside, search } = filter;
  if (search === undefined) return undefined;
  return [
    ...[['firstName'], ['lastName'], ['email']],
    ...(group === undefined && tag === undefined ? [] : [['memberships']]),
    ...(pendingGroup === undefined ? [] : [['pendingMemberships']]),
    ...(optedOut === undefined ? [] : [['hardOptOut']]),
    ...(setAside === undefined ? [] : [['setAsideAt']]),
  ];
}

/** Builds the terms of the filter that DynamoDB can apply. */
export function termsOfFilter(filter: ResolvedContactFilter): FilterTerm[] {
  const { group, pendingGroup, tag, optedOut, setAside, updatedSince } = filter;
  const isOptedOut: FilterTerm = { path: ['hardOptOut'], test: 'exists' };
  const isAside: FilterTerm = { path: ['setAsideAt'], test: 'exists' };
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
    ...(updatedSince === undefined
      ? []
      : [{ path: ['updatedAt'], test: '>=' as const, value: updatedSince }]),
  ];
}
