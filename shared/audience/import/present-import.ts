import { FILE_URL_LIFETIME_SECONDS } from '../../limits';
import { rejectedFileKey } from '../../platform/files/file-keys';
import type { Platform } from '../../platform/platform';
import type { ContactImport } from './import-item';

/** Builds the form of an import without the URL of its file of rejects. **Source:** rules E5. */
export function describeImport(contactImport: ContactImport) {
  const { id, status, format, groupId, optInMode, onExisting, isDryRun } = contactImport;
  const { rows, created, updated, unchanged, skipped, rejected, duplicates, optedOut } = contactImport;
  const { warnings, dateFormat = contactImport.fileDateFormat } = contactImport;
  const { ignoredColumns, errorMessage, createdAt, startedAt, completedAt } = contactImport;
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
    ...(errorMessage !== undefined && { errorMessage }),
    createdAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

/** Builds the form of an import in lists. **Source:** rules E5. */
export async function presentListedImport(
  platform: Pick<Platform, 'files' | 'clock'>,
  contactImport: ContactImport,
) {
  const rejectedFile = await presignRejected(platform, contactImport);
  return { ...describeImport(contactImport), ...(rejectedFile !== undefined && { rejectedFile }) };
}

async function presignRejected(
  { files, clock }: Pick<Platform, 'files' | 'clock'>,
  { id, accountId, format, hasRejectedFile }: ContactImport,
): Promise<string | undefined> {
  if (!hasRejectedFile) return undefined;
  const extension = format === 'csv' ? 'csv' : format === 'jsonl' ? 'jsonl' : 'txt';
  const { url } = await files.presignDownload(rejectedFileKey({ accountId, importId: id }), {
    now: clock.now(),
    expiresInSeconds: FILE_URL_LIFETIME_SECONDS,
    fileName: `${id}-rejected.${extension}`,
  });
  return url;
}

/** Builds the API form of an import, with its rejected sample. **Source:** rules E5. */
export async function presentImport(
  platform: Pick<Platform, 'files' | 'clock'>,
  contactImport: ContactImport,
) {
  const { rejectedSample = [] } = contactImport;
  return { ...(await presentListedImport(platform, contactImport)), rejectedSample };
}
