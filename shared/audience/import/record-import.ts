import { basename } from 'node:path';
import type { Account } from '../../accounts/account';
import type { Actor } from '../../accounts/actor';
import { MAX_FILE_NAME_CHARACTERS } from '../../limits';
import type { Platform } from '../../platform/platform';
import { toStorableText } from '../../text/storable-text';
import type { ImportReport } from './import-contacts';
import type { RejectedRow } from './import-rows';
import { addToSample, type RejectedSampleRow } from './internal/rejected-sample';
import { buildImport, type CheckedSettings, newImportItem } from './internal/new-import';

interface FinishedImport {
  /** Id that the contacts name which it has added. */
  importId: string;
  account: Account;
  settings: Omit<CheckedSettings, 'fileName' | 'dryRun'>;
  by: Actor;
  /** Path of the file; absent for the standard input. */
  path: string | undefined;
  startedAt: string;
  report: ImportReport;
  /** First rejected rows. */
  rejected: readonly RejectedRow[];
}

/**
 * Records an import that the operator CLI has carried out, so that it is in the list of imports. It has no file at the
 * service.
 *
 * **Source:** rules E5.
 */
export async function recordImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { importId, account, settings, by, path, startedAt, report, rejected }: FinishedImport,
): Promise<void> {
  const { rejectedRows: _rows, duplicateRows: _duplicates, ignoredColumns, warnings, ...counts } = report;
  const made = buildImport(platform, { accountId: account.id, settings, by });
  const finished = {
    ...made,
    id: importId,
    ...counts,
    ...{ status: 'completed' as const, startedBy: by, ignoredColumns, warnings, totalRows: counts.rows },
    fileName: path === undefined ? undefined : nameOf(path),
    rejectedSample: addToSample(undefined, rejected)?.map(withoutValue),
    createdAt: startedAt,
    startedAt,
    completedAt: platform.clock.now().toISOString(),
  };
  await platform.table.put({ Item: newImportItem(finished, account) });
}

/** Takes the value out of a row of the sample: an erasure that ran during the import has not found it. */
const withoutValue = ({ value: _value, ...row }: RejectedSampleRow): RejectedSampleRow => row;

const nameOf = (path: string): string =>
  [...toStorableText(basename(path))].slice(0, MAX_FILE_NAME_CHARACTERS).join('');
