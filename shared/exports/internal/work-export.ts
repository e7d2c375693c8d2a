import { FileUnavailableError } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { PART_BYTES } from '../../platform/files/write-file';
import { PatientTable } from '../../platform/store/patient-table';
import { updateExpression } from '../../platform/store/expressions';
import { newLease } from '../../platform/store/lease';
import { columnsOfContacts, contactPages, type ContactPagesDeps } from '../contact-pages';
import { type Export, exportDue, exportItem } from '../export-item';
import type { ExportPage, ExportStart } from './export-page';
import { ExportFile, ExportLostError } from './export-file';
import { RECIPIENT_COLUMNS, recipientPages } from './recipient-pages';

export type ExportDeps = ContactPagesDeps & Pick<Platform, 'ids' | 'files'>;

interface ExportTask {
  accountId: string;
  exportId: string;
  /** Remaining time of the worker, milliseconds. */
  remainingMs: () => number;
  /** Size of a part of the file; the minimum of S3 is 5 MB. */
  partBytes?: number;
}

/** Duration of the lease, which is renewed while pages are read; after it the next worker can begin. */
const LEASE_MS = 60_000;
/** Time for a part in progress, and for storing the progress. */
const RESERVE_MS = 60_000;
/** Workers that end without having stored a part before the export is given up. */
const MAX_ATTEMPTS = 10;

/**
 * Writes the file of an export in parts. The progress is stored with each part, so that a worker that takes over from
 * one that died continues there. The file appears complete or not at all.
 *
 * **Source:** rules E5.
 */
export async function workExport(platform: ExportDeps, task: ExportTask): Promise<void> {
  const patient = new PatientTable(platform.table);
  const deps = { ...platform, table: patient.table };
  // 1. Take the lease; without it, another worker holds the export, or it has ended.
  const taken = await takeExport(deps, task);
  if (!taken) return;
  const file = new ExportFile(deps, taken, { leaseMs: LEASE_MS, partBytes: task.partBytes ?? PART_BYTES });
  try {
    if (taken.attempts > MAX_ATTEMPTS) return await file.fail();
    // 2. Write the rest of the pages.
    const start = await startOf(deps, taken);
    if (!taken.progress?.isWhole) {
      await file.open(start.columns);
      for await (const page of pagesOf(deps, taken, start)) {
        await file.write(page);
        if (task.remainingMs() < RESERVE_MS) return await file.pause();
        await patient.rest();
      }
    }
    // 3. Complete the file.
    await file.complete();
  } catch (error) {
    if (error instanceof FileUnavailableError) return file.startAnew();
    if (!(error instanceof ExportLostError)) throw error;
  }
}

async function startOf(deps: ExportDeps, { accountId, source, progress }: Export): Promise<ExportStart> {
  if (progress) return { position: progress.position, columns: progress.columns };
  const columns =
    source.kind === 'contacts' ? await columnsOfContacts(deps, accountId) : [...RECIPIENT_COLUMNS];
  return { position: undefined, columns };
}

function pagesOf(deps: ExportDeps, found: Export, start: ExportStart): AsyncGenerator<ExportPage> {
  const { accountId, format, source } = found;
  switch (source.kind) {
    case 'contacts':
      return contactPages(deps, { accountId, format, ...source, start });
    case 'broadcast':
    case 'batch':
    case 'campaign':
      return recipientPages(deps, { accountId, format, ...source, start });
  }
}

async function takeExport(
  { table, clock, ids }: ExportDeps,
  place: { accountId: string; exportId: string },
): Promise<Export | undefined> {
  const now = clock.now();
  const lease = newLease({ leaseId: ids.next('own'), now, durationMs: LEASE_MS });
  const result = await table.update({
    Key: exportItem.key(place),
    ...updateExpression(
      { set: { ...lease, ...exportDue(place.exportId, lease.leaseUntil) }, add: { attempts: 1 } },
      { values: { ':running': 'running', ':now': now.toISOString() }, names: { '#status': 'status' } },
    ),
    ConditionExpression: '#status = :running AND (attribute_not_exists(#leaseUntil) OR #leaseUntil <= :now)',
  });
  return result.written && result.item ? exportItem.read(result.item) : undefined;
}
