import type { Account } from '../../../accounts/account';
import type { Actor } from '../../../accounts/actor';
import { retainedUntil } from '../../../accounts/retention';
import { FILE_RECORDS_KEPT_FOR_DAYS } from '../../../platform/files/file-keys';
import type { Platform } from '../../../platform/platform';
import type { Item } from '../../../platform/store/item';
import { findSchema } from '../../custom-fields/define-fields';
import { checkMapping } from '../check-mapping';
import { findEnrolment } from '../find-enrolment';
import type { Enrolment } from '../import-scope';
import type { ImportBody } from '../import.schema';
import { type ContactImport, importItem } from '../import-item';
import { NO_COUNTS } from '../import-rows';

/** Settings of an import, and what is known about its file. */
export type ImportSettings = Omit<ImportBody, 'corrects' | 'contentType'>;

/**
 * Checks the settings of an import and builds it; it waits for its file.
 *
 * @throws ServiceError InvalidRequest, InvalidGroupId, SilentOptInNotAvailable, GroupNotFound, SenderNotActive
 *
 * **Source:** rules E5.
 */
export async function newImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { account, settings, by }: { account: Account; settings: ImportSettings; by: Actor },
): Promise<ContactImport> {
  const { table } = platform;
  const enrolment = await findEnrolment(table, { account, request: settings });
  checkMapping({
    mapping: settings.mapping ?? {},
    schema: await findSchema(table, account.id),
    groupTags: enrolment?.group.tags,
  });
  const { id: accountId } = account;
  return buildImport(platform, { accountId, settings: { ...settings, ...optInMode(enrolment) }, by });
}

/** The request need not name the mode. */
const optInMode = (enrolment: Enrolment | undefined) => (enrolment ? { optInMode: enrolment.optInMode } : {});

/** Settings that were checked, as a request or a command line has them. */
export type CheckedSettings = Pick<ImportSettings, 'format'> & {
  [Name in keyof ImportSettings]: ImportSettings[Name] | undefined;
};

/** Builds an import with settings that were checked. */
export function buildImport(
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  { accountId, settings, by }: { accountId: string; settings: CheckedSettings; by: Actor },
): ContactImport {
  const hasGroup = settings.group !== undefined;
  return {
    id: ids.next('imp'),
    accountId,
    status: 'awaitingUpload',
    format: settings.format,
    mapping: settings.mapping ?? {},
    groupId: settings.group,
    optInMode: hasGroup ? settings.optInMode : undefined,
    consentBasis: hasGroup ? settings.consentBasis : undefined,
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
