import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { findImportOrThrow, invalidImportState } from './find-import';
import { type ContactImport, importItem } from './import-item';
import { removeLeftovers } from './rejected-file';

/**
 * Cancels an import that has not ended. What was imported stays; no row is imported after the answer. Cancelling twice changes
 * nothing.
 *
 * @throws ServiceError NoSuchResource; InvalidState when it is completed or failed
 *
 * **Source:** rules E5.
 */
export async function cancelImport(
  { table, clock, files }: Pick<Platform, 'table' | 'clock' | 'files'>,
  place: { accountId: string; importId: string },
): Promise<ContactImport> {
  await findImportOrThrow(table, place);
  await table.update({
    Key: importItem.key(place),
    ...updateExpression(
      {
        set: { status: 'cancelled', completedAt: clock.now().toISOString() },
        // Without the lease, the worker's next batch is refused.
        remove: ['leaseId', 'leaseUntil', 'gsi1pk', 'gsi1sk'],
      },
      { values: { ':awaitingUpload': 'awaitingUpload', ':running': 'running' } },
    ),
    ConditionExpression: '#status IN (:awaitingUpload, :running)',
  });
  const after = await findImportOrThrow(table, place);
  if (after.status !== 'cancelled') throw invalidImportState(after);
  await removeLeftovers({ table, files }, place);
  return after;
}
