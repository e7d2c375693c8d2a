import { type Account, readAccount } from '../../../accounts/account';
import type { RetentionDays } from '../../../accounts/retention';
import { ServiceError } from '../../../errors/service-error';
import { accountKey } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { listNumbers } from '../../../senders/number-store';
import { findSchema } from '../../custom-fields/define-fields';
import { findGroup } from '../../groups/group-store';
import { readGroupSender } from '../../groups/opt-in-sender';
import { homeCountries } from '../../../senders/home-countries';
import { type ContactImport, firstImportOf } from '../import-item';
import type { Enrolment, ImportScope } from '../import-scope';
import { UnreadableFileError } from '../problem';
import type { ReadingOptions } from '../source-row';

export type FileReading = Omit<ReadingOptions, 'dateFormat'>;

/** Settings that a worker needs to read a file and to import its rows. */
export interface PreparedImport {
  options: FileReading;
  scope: ImportScope;
  retentionDays: RetentionDays;
  /** True when the numbers of the account are looked up. */
  carrierLookup: boolean;
}

/** @throws UnreadableFileError when the account was closed; ServiceError GroupNotFound when the group was deleted */
export async function prepareImport(table: Table, contactImport: ContactImport): Promise<PreparedImport> {
  const { accountId, id, format, mapping, onExisting, isDryRun, startedAt, createdAt } = contactImport;
  const [accountItem, schema, numbers] = await Promise.all([
    table.get(accountKey(accountId)),
    findSchema(table, accountId),
    listNumbers(table, accountId),
  ]);
  if (!accountItem) throw new UnreadableFileError('The account was closed.');
  const account = readAccount(accountItem);
  const enrolment = await storedEnrolment(table, { contactImport, account, numbers });
  return {
    options: {
      ...{ format, mapping, schema, countries: homeCountries(account, numbers) },
      groupTags: enrolment?.group.tags,
    },
    scope: {
      accountId,
      addedByImport: firstImportOf(contactImport),
      schema,
      enrolment,
      onExisting,
      isDryRun,
      optOutSource: format === 'pinpoint' ? 'carrier' : 'import',
      evidence: `import ${id}`,
      knownTimeZones: account.contactTimeZones,
      startedAt: startedAt ?? createdAt,
    },
    retentionDays: account.retentionDays,
    carrierLookup: account.carrierLookup,
  };
}

/** Returns the enrolment that was checked when the import was created. */
async function storedEnrolment(
  table: Table,
  options: { contactImport: ContactImport; account: Account; numbers: Enrolment['numbers'] },
): Promise<Enrolment | undefined> {
  const { account, numbers } = options;
  const { accountId, groupId, optInMode, consentBasis = '' } = options.contactImport;
  if (groupId === undefined || optInMode === undefined) return undefined;
  const group = await findGroup(table, { accountId, groupId });
  if (!group) throw new ServiceError('GroupNotFound');
  const sender = await readGroupSender(table, group);
  return { group, optInMode, consentBasis, account, numbers, sender };
}
