import type { Readable } from 'node:stream';
import { findAccount } from '../../accounts/account-store';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { listNumbers } from '../../senders/number-store';
import { findSchema } from '../custom-fields/define-fields';
import { type EnrolmentRequest, findEnrolment } from './find-enrolment';
import { homeCountries } from '../../senders/home-countries';
import type { ColumnMapping } from './import-columns';
import {
  addCounts,
  type ImportCounts,
  importRows,
  NO_COUNTS,
  type RejectedRow,
  type RunOutcome,
} from './import-rows';
import type { ImportScope, OnExisting } from './import-scope';
import type { Problem } from './problem';
import type { DateFormat } from './date-format';
import type { FileDescription, ImportFormat, ReadingOptions } from './source-row';
import { type FileSurvey, surveyFile } from './internal/survey-file';
import { warningsOf } from './internal/warnings';

export interface ImportOptions extends EnrolmentRequest {
  accountId: string;
  /** Id under which the import will be stored, and which the added contacts name. */
  importId?: string;
  /** Opens the file. Called several times, because the file is read once before anything is imported. */
  open: () => Readable;
  format: ImportFormat;
  mapping?: ColumnMapping | undefined;
  onExisting?: OnExisting | undefined;
  /** Absent: the dates of the file decide. */
  dateFormat?: DateFormat | undefined;
  isDryRun?: boolean | undefined;
  /** Number of rows whose phone numbers are in memory at once. */
  windowRows?: number;
  /** Called from time to time with the number of processed rows and of all rows. */
  onProgress?: ((progress: { rows: number; of: number }) => void) | undefined;
  /** Called with the rejected rows of a batch. */
  onRejected?: ((rows: readonly RejectedRow[], description: FileDescription) => void) | undefined;
}

/** Result of importing a file. */
export interface ImportReport extends ImportCounts {
  /** Rejected rows in the order of the file. */
  rejectedRows: Array<{ row: number; problems: Problem[] }>;
  /** Rows that are superseded by another row with the same phone number. */
  duplicateRows: number[];
  ignoredColumns: string[];
  /** Warnings as sentences. */
  warnings: string[];
}

/**
 * Creates and updates contacts row by row, as create and update of the API would, in this process. It stores no
 * progress: an interrupted import is continued by importing the file again. A row that cannot be imported changes
 * nothing.
 *
 * @throws ServiceError as `findEnrolment` does; UnreadableFileError when nothing was imported
 */
export async function importContacts(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { open, format, mapping = {}, windowRows } = options;
  const { scope, countries } = await readScope(platform, options);
  let counts = NO_COUNTS;
  const rejectedRows: ImportReport['rejectedRows'] = [];
  const duplicateRows: number[] = [];
  let survey: FileSurvey;
  let outcome: RunOutcome;
  do {
    survey = await surveyFile(open, {
      ...{ format, mapping, countries, schema: scope.schema, dateFormat: options.dateFormat },
      groupTags: scope.enrolment?.group.tags,
      from: counts.rows,
      ...(windowRows !== undefined && { windowRows }),
    });
    const { description, rowCount } = survey;
    outcome = await importRows(platform, {
      input: open(),
      survey,
      scope,
      from: counts.rows,
      isParallel: true,
      onBatch: (batch) => {
        counts = addCounts(counts, batch.counts);
        duplicateRows.push(...batch.duplicateRows);
        rejectedRows.push(...batch.rejected.map(({ row, problems }) => ({ row, problems })));
        if (batch.rejected.length > 0) options.onRejected?.(batch.rejected, description);
        options.onProgress?.({ rows: counts.rows, of: rowCount });
      },
    });
  } while (outcome === 'paused');
  rejectedRows.sort((a, b) => a.row - b.row);
  duplicateRows.sort((a, b) => a - b);
  return {
    ...counts,
    rejectedRows,
    duplicateRows,
    ignoredColumns: [...survey.description.ignoredColumns],
    warnings: warningsOf(survey, { isDateFormatGiven: options.dateFormat !== undefined }),
  };
}

async function readScope(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: ImportOptions,
): Promise<{ scope: ImportScope; countries: ReadingOptions['countries'] }> {
  const { accountId } = options;
  const [account, schema, numbers] = await Promise.all([
    findAccount(table, accountId),
    findSchema(table, accountId),
    listNumbers(table, accountId),
  ]);
  if (!account) throw new Error(`There is no account ${accountId}`);
  const enrolment = await findEnrolment(table, { account, request: options });
  return {
    countries: homeCountries(account, numbers),
    scope: {
      accountId,
      addedByImport: options.importId,
      schema,
      enrolment,
      onExisting: options.onExisting ?? 'update',
      isDryRun: options.isDryRun ?? false,
      optOutSource: options.format === 'pinpoint' ? 'carrier' : 'import',
      evidence: 'import by the operator CLI',
      knownTimeZones: account.contactTimeZones,
      startedAt: isoNow(clock),
    },
  };
}
