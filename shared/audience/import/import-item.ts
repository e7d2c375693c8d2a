import { array, boolean, number, object, optional, picklist, record, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { dueAttributes, importKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import { TURNS } from '../../transfers/transfer-line';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import { DATE_FORMATS } from './date-format';
import { ON_EXISTING } from './import-scope';
import { REJECTED_SAMPLE_ROW } from './rejected-sample';
import { IMPORT_FORMATS } from './source-row';

export const IMPORT_STATUSES = ['awaitingUpload', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** An import of contacts, with how far it is. */
export const importItem = defineItem({
  entity: 'import',
  key: ({ accountId, importId }: { accountId: string; importId: string }) => importKey(accountId, importId),
  value: object({
    id: string(),
    accountId: string(),
    status: picklist(IMPORT_STATUSES),
    format: picklist(IMPORT_FORMATS),
    mapping: record(string(), string()),
    groupId: orAbsent(string()),
    optInMode: orAbsent(picklist(OPT_IN_MODES)),
    consentBasis: orAbsent(string()),
    onExisting: picklist(ON_EXISTING),
    isDryRun: boolean(),
    /** It ran dry before: the file of rejects of that run may still be there. */
    isSecondRun: optional(boolean(), false),
    /** As the caller says how days with slashes are meant; the file's dates decide unless given. */
    dateFormat: orAbsent(picklist(DATE_FORMATS)),
    /** As the first worker found in the file; the others go by it. */
    fileDateFormat: orAbsent(picklist(DATE_FORMATS)),
    /** Of the file as it was at the start: only that one is read. */
    fileTag: orAbsent(string()),
    /** What became of the rows that are done, which are the first ones of the file. */
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
    /** The first rejected rows; absent while there is none, and once one of their people was erased. */
    rejectedSample: orAbsent(array(REJECTED_SAMPLE_ROW)),
    /** Whether the file of rejects is there. */
    hasRejectedFile: optional(boolean(), false),
    /** Why it failed, for its caller. */
    errorMessage: orAbsent(string()),
    createdAt: string(),
    startedAt: orAbsent(string()),
    completedAt: orAbsent(string()),
    leaseId: orAbsent(string()),
    leaseUntil: orAbsent(string()),
    /** Workers that began since the last batch: an import that ends each of them is given up. */
    attempts: optional(number(), 0),
    /** Absent while it waits for its turn, and while it does not run. */
    turn: orAbsent(picklist(TURNS)),
  }),
});
export type ContactImport = ValueOf<typeof importItem>;

/** When the timer looks at a running import again: its worker may have died. */
export const importDue = (importId: string, dueAt: string) =>
  dueAttributes('IMPORT', { id: importId, dueAt });
