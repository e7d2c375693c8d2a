import type { Account } from '../accounts/account';
import { retainedUntil } from '../accounts/retention';
import { putIntoOutbox } from '../outbox/outbox';
import { FILE_RECORDS_KEPT_FOR_DAYS } from '../platform/file-keys';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { type Export, exportDue, type ExportFormat, exportItem, type ExportSource } from './export-item';

const BEGINS_WITHIN_MS = 60_000;

/** Makes an export, which a worker carries out. **Source:** rules E5. */
export async function createExport(
  { table, clock, ids }: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Pick<Account, 'id' | 'retentionDays'>; format: ExportFormat; source: ExportSource },
): Promise<Export> {
  const { account, format, source } = options;
  const { id: accountId, retentionDays } = account;
  const now = clock.now();
  const made: Export = {
    id: ids.next('exp'),
    ...{ accountId, format, source },
    status: 'running',
    rows: 0,
    createdAt: now.toISOString(),
    completedAt: undefined,
    isFileErased: false,
    leaseId: undefined,
    leaseUntil: undefined,
    attempts: 0,
    progress: undefined,
  };
  const dueAt = new Date(now.getTime() + BEGINS_WITHIN_MS).toISOString();
  const item = {
    ...exportItem.item({ accountId, exportId: made.id }, made),
    ...exportDue(made.id, dueAt),
    expiresAtEpochSeconds: retainedUntil(retentionDays, made.createdAt, FILE_RECORDS_KEPT_FOR_DAYS),
  };
  const entry = { kind: 'transfer', accountId, transferId: made.id } as const;
  await commit(
    table,
    required([{ Put: { Item: item } }, putIntoOutbox({ id: ids.next('out'), entry, now })]),
  );
  return made;
}
