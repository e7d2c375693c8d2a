import type { Account } from '../../accounts/account';
import { retainedUntil } from '../../accounts/retention';
import { FILE_URL_LIFETIME_SECONDS } from '../../limits';
import { FILE_RECORDS_KEPT_FOR_DAYS, importFileKey } from '../../platform/files/file-keys';
import type { PresignedUrl } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { findSchema } from '../custom-fields/define-fields';
import { checkMapping } from './check-mapping';
import { findEnrolment } from './find-enrolment';
import type { ImportBody } from './import.schema';
import { type ContactImport, importItem } from './import-item';
import { NO_COUNTS } from './import-rows';

/**
 * Creates an import, which waits for its file.
 *
 * @throws ServiceError InvalidRequest, InvalidGroupId, SilentOptInNotAvailable, GroupNotFound, SenderNotActive
 *
 * **Source:** rules E5.
 */
export async function createImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>,
  { account, body }: { account: Account; body: ImportBody },
): Promise<{ contactImport: ContactImport; upload: PresignedUrl }> {
  const { table, clock, ids, files } = platform;
  const enrolment = await findEnrolment(table, { account, request: body });
  checkMapping({
    mapping: body.mapping ?? {},
    schema: await findSchema(table, account.id),
    groupTags: enrolment?.group.tags,
  });

  const now = clock.now();
  const contactImport: ContactImport = {
    id: ids.next('imp'),
    accountId: account.id,
    status: 'awaitingUpload',
    format: body.format,
    mapping: body.mapping ?? {},
    groupId: enrolment?.group.id,
    optInMode: enrolment?.optInMode,
    consentBasis: enrolment?.consentBasis,
    onExisting: body.onExisting ?? 'update',
    isDryRun: body.dryRun ?? false,
    isSecondRun: false,
    dateFormat: body.dateFormat,
    fileDateFormat: undefined,
    fileTag: undefined,
    ...NO_COUNTS,
    warnings: [],
    ignoredColumns: [],
    rejectedSample: undefined,
    hasRejectedFile: false,
    errorMessage: undefined,
    createdAt: now.toISOString(),
    startedAt: undefined,
    completedAt: undefined,
    leaseId: undefined,
    leaseUntil: undefined,
    attempts: 0,
    turn: undefined,
  };
  const place = { accountId: account.id, importId: contactImport.id };
  await table.put({
    Item: {
      ...importItem.item(place, contactImport),
      expiresAtEpochSeconds: retainedUntil(
        account.retentionDays,
        contactImport.createdAt,
        FILE_RECORDS_KEPT_FOR_DAYS,
      ),
    },
  });
  const upload = await files.presignUpload(importFileKey(place), {
    now,
    expiresInSeconds: FILE_URL_LIFETIME_SECONDS,
    content: { bytes: body.bytes, contentType: body.contentType },
  });
  return { contactImport, upload };
}
