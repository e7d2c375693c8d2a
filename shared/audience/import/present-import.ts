import { FILE_URL_LIFETIME_SECONDS } from '../../limits';
import { rejectedFileKey } from '../../platform/files/file-keys';
import type { Platform } from '../../platform/platform';
import type { ContactImport } from './import-item';

/** Builds the form of an import in lists. **Source:** rules E5. */
export async function presentListedImport(
  { files, clock }: Pick<Platform, 'files' | 'clock'>,
  contactImport: ContactImport,
) {
  const { id, accountId, status, format, groupId, optInMode, onExisting, isDryRun } = contactImport;
  const { rows, created, updated, unchanged, skipped, rejected, duplicates, optedOut } = contactImport;
  const { warnings, dateFormat = contactImport.fileDateFormat } = contactImport;
  const { ignoredColumns, hasRejectedFile, errorMessage, createdAt, startedAt, completedAt } = contactImport;
  const extension = format === 'csv' ? 'csv' : format === 'jsonl' ? 'jsonl' : 'txt';
  const rejectedFile = hasRejectedFile
    ? await files.presignDownload(rejectedFileKey({ accountId, importId: id }), {
        now: clock.now(),
        expiresInSeconds: FILE_URL_LIFETIME_SECONDS,
        fileName: `${id}-rejected.${extension}`,
      })
    : undefined;
  return {
    id,
    status,
    format,
    ...(groupId !== undefined && { group: groupId }),
    ...(optInMode !== undefined && { optInMode }),
    onExisting,
    dryRun: isDryRun,
    ...(dateFormat !== undefined && { dateFormat }),
    rows,
    created,
    updated,
    unchanged,
    skipped,
    rejected,
    duplicates,
    optedOut,
    warnings,
    ignoredColumns,
    ...(rejectedFile && { rejectedFile: rejectedFile.url }),
    ...(errorMessage !== undefined && { errorMessage }),
    createdAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

/** Builds the API form of an import, with its rejected sample. **Source:** rules E5. */
export async function presentImport(
  platform: Pick<Platform, 'files' | 'clock'>,
  contactImport: ContactImport,
) {
  const { rejectedSample = [] } = contactImport;
  return { ...(await presentListedImport(platform, contactImport)), rejectedSample };
}
