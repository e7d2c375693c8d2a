import type { ContactListQuery } from '../book/contact-list-query';
import type { Retention } from '../../accounts/retention';
import type { Platform } from '../../platform/platform';
import { findKeptImport } from './find-import';
import { firstImportOf } from './import-item';

/**
 * Replaces the import of a contact list's filter by the first one of its file, which the contacts name.
 *
 * @throws ServiceError NoSuchResource, also for an import that is past retention
 *
 * **Source:** rules E2.
 */
export async function resolveAddedBy(
  platform: Pick<Platform, 'table' | 'clock'>,
  { account, query }: { account: Retention & { id: string }; query: ContactListQuery },
): Promise<ContactListQuery> {
  const { addedByImport: importId } = query.filter;
  if (importId === undefined) return query;
  const addedByImport = firstImportOf(await findKeptImport(platform, { account, importId }));
  return { ...query, filter: { ...query.filter, addedByImport } };
}
