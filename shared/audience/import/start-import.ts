import type { Actor } from '../../accounts/actor';
import { retainedUntil, type RetentionDays } from '../../accounts/retention';
import { ServiceError } from '../../errors/service-error';
import { MAX_IMPORT_FILE_BYTES } from '../../limits';
import { importFileKey, recordKeptForDays } from '../../platform/files/file-keys';
import type { FoundFile } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import type { TransactItem } from '../../platform/store/table';
import { updateExpression } from '../../platform/store/expressions';
import { joinLine } from '../../transfers/transfer-line';
import { findImportOrThrow, invalidImportState } from './find-import';
import type { StartImportBody } from './import.schema';
import { type ContactImport, importItem } from './import-item';
import { NO_COUNTS } from './import-rows';
import { removeRejects } from './rejected-file';

/**
 * Starts an import whose file has been uploaded, or the real run after a dry run, with the same file. It waits for its
 * turn. Starting a running import changes nothing.
 *
 * @throws ServiceError NoSuchResource; InvalidState without a file, when the import has ended, or when it runs in the
 *   other mode; RequestTooLarge when the file is too large
 *
 * **Source:** rules E5.
 */
export async function startImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>,
  options: {
    account: { id: string; retentionDays: RetentionDays };
    importId: string;
    by: Actor;
    body?: StartImportBody;
    /** Throws when the caller may not let contacts join the group of the import. */
    checkMayJoin: (groupId: string | undefined) => void;
  },
): Promise<ContactImport> {
  const { table, clock, ids, files } = platform;
  const { account, importId, by, body = {} } = options;
  const place = { accountId: account.id, importId };
  const found = await findImportOrThrow(table, place);
  options.checkMayJoin(found.groupId);
  const isDryRun = body.dryRun ?? found.isDryRun;
  if (found.status === 'running' && found.isDryRun === isDryRun) return found;
  // 1. After a completed dry run, the real run can follow.
  const isSecondRun = found.status === 'completed' && found.isDryRun && !isDryRun;
  if (found.status !== 'awaitingUpload' && !isSecondRun) throw invalidImportState(found);
  const file = await findFile(files, { found, isSecondRun });
  // 2. The second run has rejected rows of its own.
  if (isSecondRun) await removeRejects(table.unrecorded, importId);

  const now = clock.now();
  const task = { accountId: account.id, transferId: importId };
  const started = await commit(table, [
    {
      write: startOf(found, { now, by, isDryRun, isSecondRun, file, retentionDays: account.retentionDays }),
      onFail: 'changedMeanwhile' as const,
    },
    ...required(joinLine({ task, outboxId: ids.next('out'), now })),
  ]);
  const after = await findImportOrThrow(table, place);
  // A concurrent request has started it in the same or the other mode, or has cancelled it.
  const isOtherwise = after.status === 'cancelled' || after.isDryRun !== isDryRun;
  if (!started.committed && isOtherwise) throw invalidImportState(after);
  return after;
}

async function findFile(
  files: Platform['files'],
  { found, isSecondRun }: { found: ContactImport; isSecondRun: boolean },
): Promise<FoundFile> {
  const file = await files.find(importFileKey({ accountId: found.accountId, importId: found.id }));
  if (!file) throw invalidImportState(found, isSecondRun ? 'fileGone' : 'withoutFile');
  if (file.bytes > MAX_IMPORT_FILE_BYTES) throw new ServiceError('RequestTooLarge', { cause: 'file' });
  if (isSecondRun && file.tag !== found.fileTag) throw invalidImportState(found, 'fileReplaced');
  return file;
}

function startOf(
  found: ContactImport,
  options: {
    now: Date;
    by: Actor;
    isDryRun: boolean;
    isSecondRun: boolean;
    file: FoundFile;
    retentionDays: RetentionDays;
  },
): TransactItem {
  const { now, by, isDryRun, isSecondRun, file, retentionDays } = options;
  const { id, accountId, createdAt, status } = found;
  const startedAt = now.toISOString();
  const days = recordKeptForDays({ createdAt, lastFileAt: startedAt });
  return {
    Update: {
      Key: importItem.key({ accountId, importId: id }),
      ...updateExpression(
        {
          set: {
            status: 'running',
            isDryRun,
            isSecondRun,
            startedAt,
            fileTag: file.tag,
            fileBytes: file.bytes,
            startedBy: by,
            ...(isSecondRun && { ...NO_COUNTS, warnings: [], ignoredColumns: [], hasRejectedFile: false }),
            expiresAtEpochSeconds: retainedUntil(retentionDays, createdAt, days),
          },
          ...(isSecondRun && { remove: ['rejectedSample', 'completedAt', 'totalRows', 'pacedFrom'] }),
        },
        { values: { ':before': status, ':wasDryRun': found.isDryRun } },
      ),
      ConditionExpression: '#status = :before AND #isDryRun = :wasDryRun',
    },
  };
}
