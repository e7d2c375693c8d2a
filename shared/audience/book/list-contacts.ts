import { ServiceError } from '../../errors/service-error';
import { SEARCH_AT_MOST_MS } from '../../limits';
import { writeListCursor } from '../../lists/list-query';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { findGroups } from '../groups/group-store';
import { findLiveTags } from '../groups/live-tags';
import { presentContacts } from '../groups/present-contact-with-groups';
import type { ContactFilter, ContactListQuery } from './contact-list-query';
import { newestContacts } from './internal/newest-contacts';
import { type ResolvedContactFilter, termsOfFilter } from './internal/terms-of-filter';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Lists a page of the account's contacts, newest first. A search that has not filled its page after 2 seconds returns
 * the contacts that it has found, and the cursor continues it.
 *
 * @throws ServiceError GroupNotFound
 *
 * **Source:** rules E1, E2.
 */
export async function listContacts(
  deps: Deps,
  options: { accountId: string; schema: CustomFieldSchema; query: ContactListQuery },
) {
  const { accountId, schema, query } = options;
  const { scope, limit, place: olderThan } = query;
  const filter = await resolveFilter(deps, { accountId, filter: query.filter });
  const terms = filter && termsOfFilter(filter);
  if (!terms) return { results: [] };
  const giveUpAtMs = epochMs(deps.clock) + SEARCH_AT_MOST_MS;
  const { contacts, next } = await newestContacts(deps.table, {
    accountId,
    olderThan,
    limit,
    filter: terms,
    isLate: () => epochMs(deps.clock) >= giveUpAtMs,
  });
  const results = await presentContacts(deps.table, { accountId, contacts, schema });
  return { results, ...(next !== undefined && { nextCursor: writeListCursor(scope, next) }) };
}

/** @returns `undefined` when no group has the tag, or none has it any more */
async function resolveFilter(
  { table }: Deps,
  { accountId, filter }: { accountId: string; filter: ContactFilter },
): Promise<ResolvedContactFilter | undefined> {
  const { tag: tagId, group, pendingGroup } = filter;
  const groupIds = [group, pendingGroup].filter((groupId) => groupId !== undefined);
  const [groups, tags] = await Promise.all([
    groupIds.length === 0 ? undefined : findGroups(table, { accountId, groupIds }),
    tagId === undefined ? undefined : findLiveTags(table, { accountId, tagIds: [tagId] }),
  ]);
  if (groupIds.some((groupId) => !groups?.has(groupId))) throw new ServiceError('GroupNotFound');
  const [tag] = tags ?? [];
  return tags && !tag ? undefined : { ...filter, tag };
}
