import { array, boolean, number, object, optional, picklist, string } from 'valibot';
import { storedActor } from '../../accounts/actor';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { dueAttributes, importKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import { storedMap } from '../../platform/store/stored-map';
import { TURNS } from '../../transfers/transfer-line';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import { DATE_FORMATS } from './date-format';
import { ON_EXISTING } from './import-scope';
import { REJECTED_SAMPLE_ROW } from './internal/rejected-sample';
import { IMPORT_FORMATS } from './source-row';

export const IMPORT_STATUSES = ['awaitingUpload', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Import of contacts, with its progress. */
export const importItem = defineItem({
  entity: 'import',
  key: ({ accountId, importId }: { accountId: string; importId: string }) => importKey(accountId, importId),
  value: object({
    id: string(),
    accountId: string(),
    status: picklist(IMPORT_STATUSES),
    format: picklist(IMPORT_FORMATS),
    mapping: storedMap<string>('string'),
    groupId: orAbsent(string()),
    optInMode: orAbsent(picklist(OPT_IN_MODES)),
    consentBasis: orAbsent(string()),
    onExisting: picklist(ON_EXISTING),
    isDryRun: boolean(),
    /** True when a dry run came before, whose file of rejects may still exist. */
    isSecondRun: optional(boolean(), false),
    /** Format of days with slashes that the caller set; absent: the dates of the file decide. */
    dateFormat: orAbsent(picklist(DATE_FORMATS)),
    /** Format that the first worker found in the file, and that later workers use. */
    fileDateFormat: orAbsent(picklist(DATE_FORMATS)),
    /** Tag of the file at the start; only this version of the file is read. */
    fileTag: orAbsent(string()),
    /** Name that the caller gave the file. */
    fileName: orAbsent(string()),
    /** Size as announced, and from the start on as uploaded. */
    fileBytes: orAbsent(number()),
    createdBy: orAbsent(storedActor),
    /** Actor of the last start: that of the real run after a dry run. */
    startedBy: orAbsent(storedActor),
    /** Rows of the whole file, known once a worker has read it. */
    totalRows: orAbsent(number()),
    /** Time at which the first worker began to import rows, from which the pace is measured. */
    pacedFrom: orAbsent(string()),
    /**
     * Import whose rejected rows the file has, corrected; with its file name, because it can expire earlier.
     * `firstImportId` is the same import, or the one with which a chain of corrections began.
     */
    corrects: orAbsent(
      object({
        importId: string(),
        firstImportId: string(),
        rowCount: number(),
        fileName: optional(string()),
      }),
    ),
    /** Imports of corrected rows of this one, oldest first. */
    corrections: orAbsent(array(object({ key: string(), importId: string(), rows: array(number()) }))),
    /** Outcomes of the processed rows, which are the first ones of the file. */
    rows: number(),
    created: number(),
    updated: number(),
    unchanged: number(),
    skipped: number(),
    rejected: number(),
    duplicates: number(),
    optedOut: number(),
    warnings: array(string()),
    ignoredColumns: optional(array(string()), []),
    /** First rejected rows; absent while there is none, and after the erasure of one of their people. */
    rejectedSample: orAbsent(array(REJECTED_SAMPLE_ROW)),
    /** True when the file of rejects exists. */
    hasRejectedFile: optional(boolean(), false),
    /** Reason for the failure, for the caller. */
    errorMessage: orAbsent(string()),
    createdAt: string(),
    startedAt: orAbsent(string()),
    completedAt: orAbsent(string()),
    leaseId: orAbsent(string()),
    leaseUntil: orAbsent(string()),
    /** Workers that started since the last batch. After too many of them without a batch, the import fails. */
    attempts: optional(number(), 0),
    /** Absent while the import waits for its turn, and while it does not run. */
    turn: orAbsent(picklist(TURNS)),
  }),
});
export type ContactImport = ValueOf<typeof importItem>;

/** Returns the id that contacts keep which an import adds: all imports of corrected rows have that of the first file. */
export const firstImportOf = ({ id, corrects }: Pick<ContactImport, 'id' | 'corrects'>): string =>
  corrects?.firstImportId ?? id;

/** Index attributes by which the timer checks a running import at `dueAt`, because its worker may have died. */
export const importDue = (importId: string, dueAt: string) =>
  dueAttributes('IMPORT', { id: importId, dueAt });
