import type { Account } from '../accounts/account';
import { retainedUntil } from '../accounts/retention';
import { FILE_RECORDS_KEPT_FOR_DAYS } from '../platform/files/file-keys';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { refuseLongLine } from '../transfers/refuse-long-line';
import { joinLine } from '../transfers/transfer-line';
import { type Export, type ExportFormat, exportItem, type ExportSource } from './export-item';

/**
 * Creates an export, which a worker carries out when its turn comes.
 *
 * @throws ServiceError TooManyAtOnce while many imports and exports of the account wait
 *
 * **Source:** rules E5.
 */
export async function createExport(
  { table, clock, ids }: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Pick<Account, 'id' | 'retentionDays'>; format: ExportFormat; source: ExportSource },
): Promise<Export> {
  const { account, format, source } = options;
  const { id: accountId, retentionDays } = account;
  await refuseLongLine(table, accountId);
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
    turn: undefined,
    progress: undefined,
  };
  const item = {
    ...exportItem.item({ accountId, exportId: made.id }, made),
    expiresAtEpochSeconds: retainedUntil(retentionDays, made.createdAt, FILE_RECORDS_KEPT_FOR_DAYS),
  };
  const task = { accountId, transferId: made.id };
  await commit(
    table,
    required([{ Put: { Item: item } }, ...joinLine({ task, outboxId: ids.next('out'), now })]),
  );
  return made;
}
