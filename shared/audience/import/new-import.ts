import type { Account } from '../../accounts/account';
import type { Actor } from '../../accounts/actor';
import { retainedUntil } from '../../accounts/retention';
import { FILE_RECORDS_KEPT_FOR_DAYS } from '../../platform/files/file-keys';
import type { Platform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import { findSchema } from '../custom-fields/define-fields';
import { checkMapping } from './check-mapping';
import { findEnrolment } from './find-enrolment';
import type { ImportBody } from './import.schema';
import { type ContactImport, importItem } from './import-item';
import { NO_COUNTS } from './import-rows';

/** Settings of an import, and what is known about its file. */
export type ImportSettings = Omit<ImportBody, 'corrects' | 'contentType'>;

/**
 * Builds an import, which waits for its file.
 *
 * @throws ServiceError InvalidRequest, InvalidGroupId, SilentOptInNotAvailable, GroupNotFound, SenderNotActive
 *
 * **Source:** rules E5.
 */
export async function newImport(
  { table, clock, ids }: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { account, settings, by }: { account: Account; settings: ImportSettings; by: Actor },
): Promise<ContactImport> {
  const enrolment = await findEnrolment(table, { account, request: settings });
  checkMapping({
    mapping: settings.mapping ?? {},
    schema: await findSchema(table, account.id),
    groupTags: enrolment?.group.tags,
  });
  return {
    id: ids.next('imp'),
    accountId: account.id,
    status: 'awaitingUpload',
    format: settings.format,
    mapping: settings.mapping ?? {},
    groupId: enrolment?.group.id,
    optInMode: enrolment?.optInMode,
    consentBasis: enrolment?.consentBasis,
    onExisting: settings.onExisting ?? 'update',
    isDryRun: settings.dryRun ?? false,
    isSecondRun: false,
    dateFormat: settings.dateFormat,
    fileDateFormat: undefined,
    fileTag: undefined,
    fileName: settings.fileName,
    fileBytes: settings.bytes,
    createdBy: by,
    startedBy: undefined,
    totalRows: undefined,
    pacedFrom: undefined,
    corrects: undefined,
    corrections: undefined,
    ...NO_COUNTS,
    warnings: [],
    ignoredColumns: [],
    rejectedSample: undefined,
    hasRejectedFile: false,
    errorMessage: undefined,
    createdAt: clock.now().toISOString(),
    startedAt: undefined,
    completedAt: undefined,
    leaseId: undefined,
    leaseUntil: undefined,
    attempts: 0,
    turn: undefined,
  };
}

/** Returns the item that stores a new import. */
export function newImportItem(contactImport: ContactImport, { retentionDays }: Account): Item {
  const { accountId, id: importId, createdAt } = contactImport;
  return {
    ...importItem.item({ accountId, importId }, contactImport),
    expiresAtEpochSeconds: retainedUntil(retentionDays, createdAt, FILE_RECORDS_KEPT_FOR_DAYS),
  };
}
