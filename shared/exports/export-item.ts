import {
  array,
  boolean,
  type InferOutput,
  literal,
  number,
  object,
  optional,
  picklist,
  string,
  variant,
} from 'valibot';
import { isOver, type Retention } from '../accounts/retention';
import { FIELD_REFERENCES, STORED_AUDIENCE } from '../audience/segments/stored-audience';
import { ServiceError } from '../errors/service-error';
import { FILE_URL_LIFETIME_SECONDS } from '../limits';
import { exportFileKey, FILES_KEPT_FOR_DAYS } from '../platform/files/file-keys';
import type { Platform } from '../platform/platform';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { dueAttributes, exportKey } from '../platform/store/keys';
import { orAbsent } from '../platform/store/or-absent';
import { TURNS } from '../transfers/transfer-line';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
/** Format of an export of recipients that names none. */
export const DEFAULT_EXPORT_FORMAT = 'csv';
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Source of the exported rows. */
const source = variant('kind', [
  object({
    kind: literal('contacts'),
    audience: STORED_AUDIENCE,
    fieldReferences: optional(FIELD_REFERENCES),
  }),
  object({ kind: picklist(['broadcast', 'batch', 'campaign']), jobId: string() }),
]);

/** Progress of the file of an export. */
const progress = object({
  /** Header of a CSV file. */
  columns: array(string()),
  /** Position after the stored data, where the next page begins. */
  position: orAbsent(string()),
  uploadId: orAbsent(string()),
  /** Tags of the stored parts. */
  tags: array(string()),
  /** Number in the name of the file that holds data too short for a part. */
  tail: orAbsent(number()),
  /** Set when all parts are stored. */
  isWhole: boolean(),
});
export type ExportProgress = InferOutput<typeof progress>;

/** Export, whose file the transfer worker writes. */
export const exportItem = defineItem({
  entity: 'export',
  key: ({ accountId, exportId }: { accountId: string; exportId: string }) => exportKey(accountId, exportId),
  value: object({
    id: string(),
    accountId: string(),
    format: picklist(EXPORT_FORMATS),
    source,
    status: picklist(['running', 'completed', 'failed']),
    rows: number(),
    createdAt: string(),
    completedAt: orAbsent(string()),
    /** Set when the file was deleted because it contained a person who was erased. */
    isFileErased: optional(boolean(), false),
    leaseId: orAbsent(string()),
    leaseUntil: orAbsent(string()),
    /** Workers that began since the last stored part; after too many of them the export is given up. */
    attempts: optional(number(), 0),
    /** Absent while the export waits for its turn, and once it has ended. */
    turn: orAbsent(picklist(TURNS)),
    /** Absent before the first part, and once the export has ended. */
    progress: orAbsent(progress),
  }),
});
export type Export = ValueOf<typeof exportItem>;
export type ExportSource = Export['source'];

export const exportDue = (exportId: string, dueAt: string) =>
  dueAttributes('EXPORT', { id: exportId, dueAt });

/**
 * @throws ServiceError NoSuchResource also for an export of another account, one created at another path, or one no
 *   longer kept
 */
export async function findExportOrThrow(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  place: {
    account: { id: string } & Retention;
    exportId: string;
    kind: ExportSource['kind'];
    jobId?: string | undefined;
  },
): Promise<Export> {
  const { account, exportId } = place;
  const isId = /^exp_[0-9A-Z]{26}$/.test(exportId);
  const key = exportItem.key({ accountId: account.id, exportId });
  const found = isId ? exportItem.readIfAny(await table.get(key)) : undefined;
  const jobId = found && 'jobId' in found.source ? found.source.jobId : undefined;
  const isGone = found && found.status !== 'running' && isOver(account, found.createdAt, clock.now());
  if (!found || isGone || found.source.kind !== place.kind || jobId !== place.jobId)
    throw new ServiceError('NoSuchResource', { cause: 'export' });
  return found;
}

/** Returns an export as it is in a response; its file is kept for a week. **Source:** rules E5. */
export async function presentExport({ files, clock }: Pick<Platform, 'files' | 'clock'>, found: Export) {
  const { id, accountId, format, status, rows, completedAt, isFileErased } = found;
  const now = clock.now();
  const keptForMs = FILES_KEPT_FOR_DAYS * 24 * 60 * 60 * 1000;
  const isThere = completedAt !== undefined && now.getTime() < Date.parse(completedAt) + keptForMs;
  const file =
    status === 'completed' && isThere && !isFileErased
      ? await files.presignDownload(exportFileKey({ accountId, exportId: id }), {
          now,
          expiresInSeconds: FILE_URL_LIFETIME_SECONDS,
          fileName: `${id}.${format}`,
        })
      : undefined;
  return { id, status, rows, ...(file && { url: file.url, expiresAt: file.expiresAt }) };
}
