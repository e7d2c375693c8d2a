import { ServiceError } from '../../errors/service-error';
import { MAX_IMPORT_FILE_BYTES } from '../../limits';
import { putIntoOutbox } from '../../outbox/outbox';
import { importFileKey } from '../../platform/file-keys';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { findImportOrThrow, invalidImportState } from './find-import';
import { type ContactImport, importDue, importItem } from './import-item';

/** The timer looks whether a worker has begun this long after the start. */
const BEGINS_WITHIN_MS = 60_000;

/**
 * Starts an import whose file has been uploaded. Starting one that runs changes nothing.
 *
 * @throws ServiceError NoSuchResource; InvalidState without a file, or when it has ended; RequestTooLarge the file is
 *
 * **Source:** rules E5.
 */
export async function startImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>,
  place: { accountId: string; importId: string },
): Promise<ContactImport> {
  const { table, clock, ids, files } = platform;
  const found = await findImportOrThrow(table, place);
  if (found.status === 'running') return found;
  if (found.status !== 'awaitingUpload') throw invalidImportState(found);
  const file = await files.find(importFileKey(place));
  if (!file) throw invalidImportState(found, 'withoutFile');
  if (file.bytes > MAX_IMPORT_FILE_BYTES) throw new ServiceError('RequestTooLarge', { cause: 'file' });

  const now = clock.now();
  const dueAt = new Date(now.getTime() + BEGINS_WITHIN_MS).toISOString();
  const entry = { kind: 'transfer', accountId: place.accountId, transferId: place.importId } as const;
  const started = await commit(table, [
    {
      write: {
        Update: {
          Key: importItem.key(place),
          ...updateExpression(
            {
              set: {
                status: 'running',
                startedAt: now.toISOString(),
                fileTag: file.tag,
                ...importDue(place.importId, dueAt),
              },
            },
            { values: { ':awaitingUpload': 'awaitingUpload' } },
          ),
          ConditionExpression: '#status = :awaitingUpload',
        },
      },
      onFail: 'changedMeanwhile' as const,
    },
    ...required([putIntoOutbox({ id: ids.next('out'), entry, now })]),
  ]);
  const after = await findImportOrThrow(table, place);
  // Another request has started it, or cancelled it.
  if (!started.committed && after.status === 'cancelled') throw invalidImportState(after);
  return after;
}
