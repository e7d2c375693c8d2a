import type { ContactListQuery } from '../book/contact-list-query';
import type { Table } from '../../platform/store/table';
import { findImportOrThrow } from './find-import';
import { firstImportOf } from './import-item';

/**
 * Replaces the import of a contact list's filter by the first one of its file, which the contacts name.
 *
 * @throws ServiceError NoSuchResource
 *
 * **Source:** rules E2.
 */
export async function resolveAddedBy(
  table: Table,
  { accountId, query }: { accountId: string; query: ContactListQuery },
): Promise<ContactListQuery> {
  const { addedByImport: importId } = query.filter;
  if (importId === undefined) return query;
  const addedByImport = firstImportOf(await findImportOrThrow(table, { accountId, importId }));
  return { ...query, filter: { ...query.filter, addedByImport } };
}
