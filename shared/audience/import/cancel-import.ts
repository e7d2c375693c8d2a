import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../platform/store/table';
import { endTurn, leaveLine } from '../../transfers/transfer-line';
import { findImportOrThrow, invalidImportState } from './find-import';
import { type ContactImport, importItem } from './import-item';
import { removeLeftovers } from './rejected-file';

/**
 * Cancels an import that has not ended. Imported rows stay; no row is imported after the answer. Cancelling it again
 * changes nothing.
 *
 * @throws ServiceError NoSuchResource; InvalidState when it is completed or failed
 *
 * **Source:** rules E5.
 */
export async function cancelImport(
  { table, clock, ids, files }: Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>,
  place: { accountId: string; importId: string },
): Promise<ContactImport> {
  await retryOnConflict(table.waits, async () => {
    const found = await findImportOrThrow(table, place);
    if (found.status !== 'awaitingUpload' && found.status !== 'running') return undefined;
    const now = clock.now();
    const cancelled = await commit(table, [
      { write: cancel(found, now), onFail: 'changedMeanwhile' as const },
      ...required(leave(found, { outboxId: ids.next('out'), now })),
    ]);
    return cancelled.committed ? undefined : CONFLICT;
  });
  const after = await findImportOrThrow(table, place);
  if (after.status !== 'cancelled') throw invalidImportState(after);
  await removeLeftovers({ table, files }, place);
  return after;
}

function cancel({ accountId, id: importId, status, turn }: ContactImport, now: Date): TransactItem {
  return {
    Update: {
      Key: importItem.key({ accountId, importId }),
      ...updateExpression(
        {
          set: { status: 'cancelled', completedAt: now.toISOString() },
          // Without the lease, the worker's next batch is refused.
          remove: ['leaseId', 'leaseUntil', 'gsi1pk', 'gsi1sk', 'turn'],
        },
        { values: { ':before': status, ...(turn !== undefined && { ':turn': turn }) } },
      ),
      ConditionExpression: `#status = :before AND ${turn === undefined ? 'attribute_not_exists(#turn)' : '#turn = :turn'}`,
    },
  };
}

/** Builds the writes that pass the import's turn, or its place in the line, to the next transfer of the account. */
function leave(
  { accountId, id: transferId, status, turn, startedAt }: ContactImport,
  options: { outboxId: string; now: Date },
): TransactItem[] {
  if (status !== 'running' || startedAt === undefined) return [];
  return turn === undefined
    ? [leaveLine({ accountId, since: startedAt, transferId })]
    : endTurn({ task: { accountId, transferId }, turn, ...options });
}
