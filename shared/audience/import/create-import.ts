import type { Account } from '../../accounts/account';
import { retainedUntil } from '../../accounts/retention';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { FILE_URL_LIFETIME_SECONDS } from '../../limits';
import { FILE_RECORDS_KEPT_FOR_DAYS, importFileKey } from '../../platform/file-keys';
import type { PresignedUrl } from '../../platform/files';
import type { Platform } from '../../platform/platform';
import { listNumbers } from '../../senders/number-store';
import { findSchema } from '../custom-fields/define-fields';
import { isGroupId } from '../groups/group-id';
import { findGroup } from '../groups/group-store';
import { groupText } from '../groups/group-texts';
import { findOptInSender } from '../groups/opt-in-sender';
import { checkOptInType, isOptInModeAvailable, type OptInMode } from '../groups/opt-in-mode';
import { checkMapping } from './check-mapping';
import type { DateFormat } from './date-format';
import { type ContactImport, importItem } from './import-item';
import { NO_COUNTS } from './import-rows';
import type { OnExisting } from './import-scope';
import type { ImportFormat } from './source-row';

/** Body of `POST /api/v1/contacts/imports`. */
export interface ImportBody {
  format: ImportFormat;
  mapping?: Record<string, string>;
  group?: string;
  optInMode?: OptInMode;
  consentBasis?: string;
  onExisting?: OnExisting;
  dryRun?: boolean;
  dateFormat?: DateFormat;
  /** Of the file as it is going to be uploaded. */
  bytes?: number;
  contentType?: string;
}

/**
 * Makes an import, which waits for its file.
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
  checkTogether(body);
  checkMapping(body.mapping ?? {}, await findSchema(table, account.id));
  const enrolment = await checkEnrolment(platform, { account, body });

  const now = clock.now();
  const contactImport: ContactImport = {
    id: ids.next('imp'),
    accountId: account.id,
    status: 'awaitingUpload',
    format: body.format,
    mapping: body.mapping ?? {},
    ...enrolment,
    onExisting: body.onExisting ?? 'update',
    isDryRun: body.dryRun ?? false,
    dateFormat: body.dateFormat,
    fileDateFormat: undefined,
    fileTag: undefined,
    ...NO_COUNTS,
    warnings: [],
    ignoredColumns: [],
    hasRejectedFile: false,
    errorMessage: undefined,
    createdAt: now.toISOString(),
    startedAt: undefined,
    completedAt: undefined,
    leaseId: undefined,
    leaseUntil: undefined,
    attempts: 0,
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

/** Consent is touched only where the caller says on what it rests. */
function checkTogether({ group, optInMode, consentBasis }: ImportBody): void {
  const errors: InvalidField[] = [];
  if (group !== undefined && (consentBasis ?? '').trim() === '') {
    errors.push({ pointer: '/consentBasis', reason: 'required with group: on what the consent rests' });
  }
  if (group === undefined) {
    if (optInMode !== undefined) errors.push({ pointer: '/optInMode', reason: 'only with group' });
    if (consentBasis !== undefined) errors.push({ pointer: '/consentBasis', reason: 'only with group' });
  }
  if (errors.length > 0) throw invalidRequest(...errors);
}

async function checkEnrolment(
  { table }: Pick<Platform, 'table'>,
  { account, body }: { account: Account; body: ImportBody },
): Promise<Pick<ContactImport, 'groupId' | 'optInMode' | 'consentBasis'>> {
  const { group: groupId, optInMode = 'DIRECT', consentBasis } = body;
  if (groupId === undefined) return { groupId, optInMode: undefined, consentBasis: undefined };
  if (!isGroupId(groupId)) throw new ServiceError('InvalidGroupId');
  if (!isOptInModeAvailable(optInMode, account)) throw new ServiceError('SilentOptInNotAvailable');
  const group = await findGroup(table, { accountId: account.id, groupId });
  if (!group) throw new ServiceError('GroupNotFound');
  checkOptInType(optInMode, { account, group });
  const purpose = optInMode === 'CONFIRM' ? 'optInConfirmation' : 'optInMessage';
  if (optInMode !== 'SILENT' && groupText(group, purpose) !== undefined) {
    findOptInSender({ group, account, numbers: await listNumbers(table, account.id) });
  }
  return { groupId, optInMode, consentBasis };
}
