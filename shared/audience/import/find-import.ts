import { isOver, type Retention } from '../../accounts/retention';
import { ServiceError } from '../../errors/service-error';
import type { Platform } from '../../platform/platform';
import { importKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type ContactImport, importItem } from './import-item';

/** @throws ServiceError NoSuchResource, also for an import of another account */
export async function findImportOrThrow(
  table: Table,
  { accountId, importId }: { accountId: string; importId: string },
): Promise<ContactImport> {
  const item = /^imp_[0-9A-Z]{26}$/.test(importId)
    ? await table.get(importKey(accountId, importId))
    : undefined;
  if (!item) throw new ServiceError('NoSuchResource', { cause: 'import' });
  return importItem.read(item);
}

/** @throws ServiceError NoSuchResource, also for an import that is past retention */
export async function findKeptImport(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { account, importId }: { account: Retention & { id: string }; importId: string },
): Promise<ContactImport> {
  const found = await findImportOrThrow(table, { accountId: account.id, importId });
  if (isImportOver(found, account, clock.now()))
    throw new ServiceError('NoSuchResource', { cause: 'import' });
  return found;
}

/** Returns true when an import is past retention. A running import is always kept. **Source:** rules E2. */
export const isImportOver = (
  { status, createdAt }: Pick<ContactImport, 'status' | 'createdAt'>,
  retention: Retention,
  now: Date,
): boolean => status !== 'running' && isOver(retention, createdAt, now);

/** Returns the error of a step that an import in this state cannot take. */
export const invalidImportState = (
  { status }: Pick<ContactImport, 'status'>,
  cause?: 'withoutFile' | 'fileGone' | 'fileReplaced',
): ServiceError => new ServiceError('InvalidState', { ...(cause && { cause }), details: { status } });
